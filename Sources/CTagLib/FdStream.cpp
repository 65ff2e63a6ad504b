#include "FdStream.h"

#include <errno.h>
#include <string.h>
#include <taglib/tbytevector.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace {

// What the chunks of closed files were in: the next file's use it again.
thread_local std::vector<std::unique_ptr<char[]>> spare;

}  // namespace

FdStream::FdStream(int descriptor, std::string name) : descriptor(descriptor), fileName(std::move(name)) {
  // Not fstat: in the sandbox there is no call that looks at files.
  const off_t end = lseek(descriptor, 0, SEEK_END);
  if (end >= 0)
    size = static_cast<StreamOffset>(end);
  else
    failure = errno;
}

FdStream::~FdStream() {
  for (Chunk &chunk : chunks)
    if (chunk.bytes && spare.size() < chunks.size()) spare.push_back(std::move(chunk.bytes));
}

size_t FdStream::readThrough(StreamOffset offset, char *target, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t n = pread(descriptor, target + done, length - done, offset + StreamOffset(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && !failure) failure = errno;
    if (n <= 0) break;
    done += size_t(n);
  }
  return done;
}

const FdStream::Chunk *FdStream::kept(StreamOffset number) const {
  for (const Chunk &chunk : chunks)
    if (chunk.number == number) return &chunk;
  return nullptr;
}

const FdStream::Chunk &FdStream::chunk(StreamOffset number) {
  if (const Chunk *known = kept(number)) return *known;
  Chunk &chunk = chunks[oldest];
  oldest = (oldest + 1) % chunks.size();
  if (!chunk.bytes && !spare.empty()) {
    chunk.bytes = std::move(spare.back());
    spare.pop_back();
  }
  if (!chunk.bytes) chunk.bytes.reset(new char[Chunk::size]);
  const StreamOffset start = number * StreamOffset(Chunk::size);
  chunk.number = number;
  chunk.filled = readThrough(start, chunk.bytes.get(), Chunk::size);
  return chunk;
}

size_t FdStream::readAt(StreamOffset offset, void *target, size_t length) {
  if (offset < 0 || offset >= size) return 0;
  length = std::min(length, size_t(size - offset));
  size_t done = 0;
  while (done < length) {
    const StreamOffset at = offset + StreamOffset(done), number = at / StreamOffset(Chunk::size);
    char *to = static_cast<char *>(target) + done;
    // A picture, say: it would push out everything else.
    if (length - done > Chunk::size && !kept(number)) return done + readThrough(at, to, length - done);
    size_t count = 0;
    const char *bytes = look(at, &count);
    if (count == 0) break;
    count = std::min(count, length - done);
    memcpy(to, bytes, count);
    done += count;
  }
  return done;
}

const char *FdStream::look(StreamOffset offset, size_t *count) {
  *count = 0;
  if (offset < 0 || offset >= size) return nullptr;
  const StreamOffset number = offset / StreamOffset(Chunk::size);
  const Chunk &part = chunk(number);
  const size_t within = size_t(offset - number * StreamOffset(Chunk::size));
  if (within >= part.filled) return nullptr;
  *count = part.filled - within;
  return part.bytes.get() + within;
}

TagLib::FileName FdStream::name() const { return fileName.c_str(); }

TagLib::ByteVector FdStream::readBlock(StreamLength length) {
  if (position < 0 || position >= size) return TagLib::ByteVector();
  const size_t wanted = std::min({size_t(length), size_t(size - position), largestBlock});
  if (wanted == 0) return TagLib::ByteVector();
  TagLib::ByteVector block(static_cast<unsigned int>(wanted), 0);
  const size_t got = readAt(position, block.data(), wanted);
  if (got < wanted) block.resize(static_cast<unsigned int>(got));
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
