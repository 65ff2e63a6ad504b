// A TagLib stream over a descriptor that somebody else opened: reads only, with pread, through the chunks that were
// asked for last. Tags are read in steps of a few bytes, and all that is looked at lies at the two ends of a file.
#pragma once

#include <taglib/taglib.h>
#include <taglib/tiostream.h>

#include <array>
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
  ~FdStream() override;

  // The system's reason for the first read that failed; 0 if none did.
  int readErrno() const { return failure; }
  // Fills `target` from `offset`; the bytes there were.
  size_t readAt(StreamOffset offset, void *target, size_t length);
  // Some bytes from `offset` on, without a copy, valid until the next call; none at the end.
  const char *look(StreamOffset offset, size_t *count);

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
  // No tag needs more at once. What claims more is broken, and would only take the memory.
  static constexpr size_t largestBlock = size_t(256) << 20;

  // A part of the file, kept.
  struct Chunk {
    static constexpr size_t size = 65536;
    std::unique_ptr<char[]> bytes;
    StreamOffset number = -1;
    size_t filled = 0;
  };

  // The chunk of this number, read unless it is kept.
  const Chunk &chunk(StreamOffset number);
  const Chunk *kept(StreamOffset number) const;
  // The bytes that one system call after another gives, up to `length`.
  size_t readThrough(StreamOffset offset, char *target, size_t length);

  int descriptor;
  std::string fileName;
  StreamOffset size = 0;
  StreamOffset position = 0;
  int failure = 0;
  // Two for either end; the oldest gives way.
  std::array<Chunk, 4> chunks;
  size_t oldest = 0;
};
