#include "EditStream.h"

#include <errno.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

using namespace TagLib;

EditStream::EditStream(int descriptor, std::string name) : descriptor(descriptor), fileName(std::move(name)) {
  size = lseek(descriptor, 0, SEEK_END);
  if (size < 0) {
    error = errno;
    size = 0;
  }
}

size_t EditStream::readAt(StreamOffset offset, char *target, size_t length) {
  size_t done = 0;
  while (done < length) {
    const ssize_t count = pread(descriptor, target + done, length - done, offset + StreamOffset(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && !error) error = errno;
    if (count <= 0) break;
    done += size_t(count);
  }
  return done;
}

void EditStream::writeAt(StreamOffset offset, const char *bytes, size_t length) {
  size_t done = 0;
  while (done < length && !error) {
    const ssize_t count = pwrite(descriptor, bytes + done, length - done, offset + StreamOffset(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error = count < 0 ? errno : EIO;
      return;
    }
    done += size_t(count);
  }
  size = std::max(size, offset + StreamOffset(done));
}

ByteVector EditStream::readBlock(StreamLength length) {
  const StreamOffset rest = std::max(size - position, StreamOffset(0));
  ByteVector block(static_cast<unsigned int>(std::min(StreamOffset(length), rest)), 0);
  const size_t count = readAt(position, block.data(), block.size());
  block.resize(static_cast<unsigned int>(count));
  position += StreamOffset(count);
  return block;
}

void EditStream::writeBlock(const ByteVector &data) {
  writeAt(position, data.data(), data.size());
  position += StreamOffset(data.size());
}

void EditStream::move(StreamOffset from, StreamOffset to, StreamOffset length) {
  std::vector<char> buffer(size_t(std::min(length, StreamOffset(1 << 20))));
  for (StreamOffset done = 0; done < length && !error;) {
    const StreamOffset step = std::min(length - done, StreamOffset(buffer.size()));
    // Towards the end from the end on, so that nothing is written over before it was read.
    const StreamOffset place = to > from ? length - done - step : done;
    const size_t count = readAt(from + place, buffer.data(), size_t(step));
    if (count < size_t(step)) {
      if (!error) error = EIO;
      return;
    }
    writeAt(to + place, buffer.data(), count);
    done += step;
  }
}

void EditStream::setSize(StreamOffset length) {
  if (!error && ftruncate(descriptor, length) != 0) error = errno;
  if (!error) size = length;
}

void EditStream::insert(const ByteVector &data, StreamStart start, StreamLength replace) {
  const StreamOffset at = StreamOffset(start);
  const StreamOffset rest = std::min(at + StreamOffset(replace), size);
  const StreamOffset next = at + StreamOffset(data.size());
  const StreamOffset behind = size - rest;
  if (behind > 0 && next != rest) move(rest, next, behind);
  if (next < rest) setSize(next + behind);
  writeAt(at, data.data(), data.size());
  position = next;
}

void EditStream::removeBlock(StreamStart start, StreamLength length) { insert(ByteVector(), start, length); }

void EditStream::seek(StreamOffset offset, Position from) {
  const StreamOffset base = from == Beginning ? 0 : from == Current ? position : size;
  position = std::max(base + offset, StreamOffset(0));
}

void EditStream::truncate(StreamOffset length) { setSize(length); }
