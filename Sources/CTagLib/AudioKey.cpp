// The name of a file's sound, whatever its tags are: XXH3 of the first and last 64 KiB of the part that holds audio.
#include <string.h>
#include <xxhash.h>

#include <algorithm>
#include <vector>

#include "Content.h"
#include "Reading.h"
#include "Region.h"

namespace {

using Bytes = const unsigned char *;

constexpr StreamOffset reach = 65536;

bool is(Bytes p, const char *magic) { return memcmp(p, magic, strlen(magic)) == 0; }

uint32_t little32(Bytes p) { return uint32_t(p[3]) << 24 | uint32_t(p[2]) << 16 | uint32_t(p[1]) << 8 | p[0]; }
uint32_t big32(Bytes p) { return uint32_t(p[0]) << 24 | uint32_t(p[1]) << 16 | uint32_t(p[2]) << 8 | p[3]; }

void skipFLACBlocks(FdStream &stream, Region &region) {
  unsigned char head[4];
  StreamOffset at = region.start;
  if (stream.readAt(at, head, 4) < 4 || !is(head, "fLaC")) return;
  at += 4;
  for (int blocks = 0; blocks < 1024 && stream.readAt(at, head, 4) == 4; blocks++) {
    at += 4 + (StreamOffset(head[1]) << 16 | StreamOffset(head[2]) << 8 | head[3]);
    if (head[0] & 0x80) {
      region.start = at;
      return;
    }
  }
}

// The pages behind the headers, whose position is zero or, where no packet ends, none.
void skipOggHeaders(FdStream &stream, Region &region) {
  unsigned char head[27 + 255];
  static const unsigned char zero[8] = {}, none[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  StreamOffset at = region.start;
  for (int pages = 0; pages < 4096; pages++) {
    const size_t got = stream.readAt(at, head, sizeof head);
    if (got < 27 || !is(head, "OggS") || got < size_t(27) + head[26]) return;
    if (memcmp(head + 6, zero, 8) != 0 && memcmp(head + 6, none, 8) != 0) {
      region.start = at;
      return;
    }
    StreamOffset page = 27 + head[26];
    for (int segment = 0; segment < head[26]; segment++) page += head[27 + segment];
    at += page;
  }
}

// The largest top-level box of media data.
void findMediaData(FdStream &stream, Region &region) {
  const StreamOffset size = stream.length();
  StreamOffset at = 0;
  Region best = {0, 0};
  for (int boxes = 0; boxes < 10000 && at + 8 <= size; boxes++) {
    unsigned char head[16];
    if (stream.readAt(at, head, 16) < 8) break;
    uint64_t length = big32(head);
    StreamOffset payload = at + 8;
    if (length == 0) length = uint64_t(size - at);
    if (length == 1) {
      length = uint64_t(big32(head + 8)) << 32 | big32(head + 12);
      payload += 8;
    }
    if (length < 8) break;
    const StreamOffset end = length > uint64_t(size - at) ? size : at + StreamOffset(length);
    if (is(head + 4, "mdat") && end - payload > best.end - best.start) best = {payload, end};
    at = end;
  }
  if (best.end > best.start) region = best;
}

// The chunk of samples of RIFF and IFF files.
void findChunk(FdStream &stream, Region &region, const char *name, bool isBig) {
  StreamOffset at = 12;
  for (int chunks = 0; chunks < 10000; chunks++) {
    unsigned char head[8];
    if (stream.readAt(at, head, 8) < 8) return;
    const StreamOffset length = isBig ? big32(head + 4) : little32(head + 4);
    const StreamOffset end = std::min<StreamOffset>(at + 8 + length, stream.length());
    if (is(head, name)) {
      region = {at + 8, end};
      return;
    }
    at += 8 + length + (length & 1);
  }
}

// Page numbers and checksums change with the number of pages that the tags take.
size_t blankPageHeaders(std::vector<unsigned char> &bytes, bool fromFirstPage) {
  size_t first = bytes.size();
  for (size_t i = 0; i + 4 <= bytes.size(); i++) {
    const void *found = memchr(&bytes[i], 'O', bytes.size() - 3 - i);
    if (!found) break;
    i = size_t(static_cast<Bytes>(found) - bytes.data());
    if (!is(&bytes[i], "OggS")) continue;
    first = std::min(first, i);
    for (size_t k = i + 18; k < std::min(i + 26, bytes.size()); k++) bytes[k] = 0;
  }
  return fromFirstPage && first < bytes.size() ? first : 0;
}

// Hashes a part where it lies, with what `hash` is as its seed. Whether all of it was there.
bool hashPart(FdStream &stream, StreamOffset start, size_t length, uint64_t *hash) {
  static thread_local XXH3_state_t *const state = XXH3_createState();
  XXH3_64bits_reset_withSeed(state, *hash);
  while (length > 0) {
    size_t count = 0;
    const char *bytes = stream.look(start, &count);
    if (count == 0) return false;
    count = std::min(count, length);
    XXH3_64bits_update(state, bytes, count);
    start += StreamOffset(count);
    length -= count;
  }
  *hash = XXH3_64bits_digest(state);
  return true;
}

}  // namespace

bool ctl_audio_key(ctl_file *file, uint64_t *key, int64_t *length) {
  try {
    FdStream &stream = *file->stream;
    Region region = withoutTags(stream);
    bool isOgg = false;
    switch (static_cast<Container>(file->container)) {
      case Container::flac: skipFLACBlocks(stream, region); break;
      case Container::mp4: findMediaData(stream, region); break;
      case Container::wav: findChunk(stream, region, "data", false); break;
      case Container::aiff: findChunk(stream, region, "SSND", true); break;
      case Container::oggVorbis:
      case Container::oggOpus:
      case Container::oggSpeex:
      case Container::oggFlac:
        isOgg = true;
        skipOggHeaders(stream, region);
        break;
      default: break;
    }
    const StreamOffset size = region.end - region.start;
    if (size <= 0) return false;
    static thread_local std::vector<unsigned char> bytes;
    uint64_t hash = 0;
    const bool isWhole = size <= 2 * reach;
    for (int part = 0; part < (isWhole ? 1 : 2); part++) {
      const StreamOffset want = isWhole ? size : reach, start = part == 0 ? region.start : region.end - reach;
      if (!isOgg) {
        if (!hashPart(stream, start, size_t(want), &hash)) return false;
        continue;
      }
      bytes.resize(size_t(want));
      if (stream.readAt(start, bytes.data(), bytes.size()) < bytes.size()) return false;
      const size_t from = blankPageHeaders(bytes, part == 1);
      hash = XXH3_64bits_withSeed(bytes.data() + from, bytes.size() - from, hash);
    }
    *key = hash;
    *length = size;
    return true;
  } catch (...) {
    return false;
  }
}
