// A TagLib stream over a descriptor that somebody else opened: reads only, with pread, through a small buffer.
#pragma once

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

#include <memory>
#include <string>

#if TAGLIB_MAJOR_VERSION >= 2
using StreamOffset = TagLib::offset_t;
using StreamStart = TagLib::offset_t;
using StreamLength = size_t;
#else
using StreamOffset = long;
using StreamStart = unsigned long;
using StreamLength = unsigned long;
#endif

class FdStream : public TagLib::IOStream {
 public:
  // `name` is only looked at for its extension.
  FdStream(int descriptor, std::string name);

  // The system's reason for the first read that failed; 0 if none did.
  int readErrno() const { return failure; }
  // Fills `target` from `offset`; the bytes there were.
  size_t readAt(StreamOffset offset, void *target, size_t length);

  TagLib::FileName name() const override;
  TagLib::ByteVector readBlock(StreamLength length) override;
  void writeBlock(const TagLib::ByteVector &) override {}
  void insert(const TagLib::ByteVector &, StreamStart, StreamLength) override {}
  void removeBlock(StreamStart, StreamLength) override {}
  bool readOnly() const override { return true; }
  bool isOpen() const override { return true; }
  void seek(StreamOffset offset, Position from = Beginning) override;
  void clear() override {}
  StreamOffset tell() const override { return position; }
  StreamOffset length() override { return size; }
  void truncate(StreamOffset) override {}

 private:
  // Tags are read in steps of a few bytes; a page or two at a time costs no more than one step.
  static constexpr size_t bufferSize = 8192;
  // No tag needs more at once. What claims more is broken, and would only take the memory.
  static constexpr size_t largestBlock = size_t(256) << 20;

  int descriptor;
  std::string fileName;
  StreamOffset size = 0;
  StreamOffset position = 0;
  int failure = 0;
  std::unique_ptr<char[]> buffer;
  StreamOffset bufferStart = 0;
  size_t bufferFilled = 0;
};
