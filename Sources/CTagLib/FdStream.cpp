#include "FdStream.h"

#include <errno.h>
#include <string.h>
#include <taglib/tbytevector.h>
#include <unistd.h>

#include <algorithm>

FdStream::FdStream(int descriptor, std::string name)
    : descriptor(descriptor), fileName(std::move(name)), buffer(new char[bufferSize]) {
  // Not fstat: in the sandbox there is no call that looks at files.
  const off_t end = lseek(descriptor, 0, SEEK_END);
  if (end >= 0)
    size = static_cast<StreamOffset>(end);
  else
    failure = errno;
}

size_t FdStream::readAt(StreamOffset offset, void *target, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t n = pread(descriptor, static_cast<char *>(target) + done, length - done, offset + StreamOffset(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && !failure) failure = errno;
    if (n <= 0) break;
    done += size_t(n);
  }
  return done;
}

TagLib::FileName FdStream::name() const { return fileName.c_str(); }

TagLib::ByteVector FdStream::readBlock(StreamLength length) {
  if (position < 0 || position >= size) return TagLib::ByteVector();
  size_t wanted = std::min({size_t(length), size_t(size - position), largestBlock});
  if (wanted == 0) return TagLib::ByteVector();
  if (wanted >= bufferSize) {
    TagLib::ByteVector block(static_cast<unsigned int>(wanted), 0);
    size_t got = readAt(position, block.data(), wanted);
    block.resize(static_cast<unsigned int>(got));
    position += StreamOffset(got);
    return block;
  }
  if (position < bufferStart || position + StreamOffset(wanted) > bufferStart + StreamOffset(bufferFilled)) {
    bufferStart = position;
    bufferFilled = readAt(position, buffer.get(), std::min(bufferSize, size_t(size - position)));
  }
  size_t at = size_t(position - bufferStart);
  size_t got = std::min(wanted, bufferFilled - std::min(at, bufferFilled));
  TagLib::ByteVector block(buffer.get() + at, static_cast<unsigned int>(got));
  position += StreamOffset(got);
  return block;
}

void FdStream::seek(StreamOffset offset, Position from) {
  switch (from) {
    case Beginning: position = offset; break;
    case Current: position += offset; break;
    case End: position = size + offset; break;
  }
}
