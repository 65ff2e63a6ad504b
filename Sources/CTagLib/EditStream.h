// A TagLib stream over a descriptor that somebody else opened for reading and writing: the copy of a file that is
// edited. Only pread, pwrite and ftruncate, which is all that the sandbox leaves.
#pragma once

#include <taglib/tiostream.h>

#include "FdStream.h"

class EditStream : public TagLib::IOStream {
 public:
  EditStream(int descriptor, std::string name);

  // The system's reason for the first call that failed; 0 if none did.
  int failure() const { return error; }

  TagLib::FileName name() const override { return fileName.c_str(); }
  TagLib::ByteVector readBlock(StreamLength length) override;
  void writeBlock(const TagLib::ByteVector &data) override;
  void insert(const TagLib::ByteVector &data, StreamStart start, StreamLength replace) override;
  void removeBlock(StreamStart start, StreamLength length) override;
  bool readOnly() const override { return false; }
  bool isOpen() const override { return true; }
  void seek(StreamOffset offset, Position from = Beginning) override;
  StreamOffset tell() const override { return position; }
  StreamOffset length() override { return size; }
  void truncate(StreamOffset length) override;

 private:
  size_t readAt(StreamOffset offset, char *target, size_t length);
  void writeAt(StreamOffset offset, const char *bytes, size_t length);
  // Moves `length` bytes, which may overlap where they go.
  void move(StreamOffset from, StreamOffset to, StreamOffset length);
  void setSize(StreamOffset length);

  int descriptor;
  std::string fileName;
  StreamOffset size = 0;
  StreamOffset position = 0;
  int error = 0;
};
