#include "CutShort.h"

#include <string.h>

#include <algorithm>
#include <array>
#include <vector>

#include "Region.h"

namespace {

using Bytes = const unsigned char *;

bool is(Bytes p, const char *magic) { return memcmp(p, magic, strlen(magic)) == 0; }
uint32_t little32(Bytes p) { return uint32_t(p[3]) << 24 | uint32_t(p[2]) << 16 | uint32_t(p[1]) << 8 | p[0]; }
uint32_t big(Bytes p, int count) {
  uint32_t value = 0;
  while (count--) value = value << 8 | *p++;
  return value;
}

// The last bytes of a region.
std::vector<unsigned char> tailOf(FdStream &stream, const Region &region, StreamOffset reach) {
  const StreamOffset start = std::max(region.start, region.end - reach);
  std::vector<unsigned char> tail(size_t(std::max<StreamOffset>(0, region.end - start)));
  tail.resize(stream.readAt(start, tail.data(), tail.size()));
  return tail;
}

// MARK: FLAC (RFC 9639)

uint8_t crc8(Bytes p, size_t count) {
  uint8_t crc = 0;
  while (count--) {
    crc ^= *p++;
    for (int bit = 0; bit < 8; bit++) crc = uint8_t(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
  }
  return crc;
}

using CRC16Tables = std::array<std::array<uint16_t, 256>, 8>;

CRC16Tables makeTables() {
  CRC16Tables tables;
  for (unsigned byte = 0; byte < 256; byte++) {
    uint16_t crc = uint16_t(byte << 8);
    for (int bit = 0; bit < 8; bit++) crc = uint16_t(crc & 0x8000 ? crc << 1 ^ 0x8005 : crc << 1);
    tables[0][byte] = crc;
  }
  for (size_t k = 1; k < 8; k++)
    for (size_t byte = 0; byte < 256; byte++)
      tables[k][byte] = uint16_t(tables[k - 1][byte] << 8 ^ tables[0][tables[k - 1][byte] >> 8]);
  return tables;
}

// Whether a frame begins here and ends before `end`: its last two bytes make the sum of all zero.
bool frameIsWhole(Bytes p, Bytes end) {
  static const CRC16Tables tables = makeTables();
  uint16_t crc = 0;
  Bytes at = p;
  for (; end - at >= 8; at += 8) {
    crc = tables[7][(crc >> 8) ^ at[0]] ^ tables[6][(crc & 255) ^ at[1]] ^ tables[5][at[2]] ^ tables[4][at[3]] ^
          tables[3][at[4]] ^ tables[2][at[5]] ^ tables[1][at[6]] ^ tables[0][at[7]];
  }
  for (; at < end; at++) crc = uint16_t(crc << 8 ^ tables[0][(crc >> 8) ^ *at]);
  if (crc == 0) return true;
  // Something stands behind it, perhaps: it may end anywhere.
  crc = 0;
  for (at = p; at < end; at++) {
    crc = uint16_t(crc << 8 ^ tables[0][(crc >> 8) ^ *at]);
    if (crc == 0 && at - p > 8) return true;
  }
  return false;
}

// The number of the sample behind the frame whose header this is; 0 if it is none.
// 16 bytes are looked at at most.
uint64_t flacFrameEnd(Bytes p, uint32_t blockSize) {
  if (p[0] != 0xff || (p[1] & 0xfe) != 0xf8 || p[3] & 1) return 0;
  const unsigned size = p[2] >> 4, rate = p[2] & 15;
  if (size == 0 || rate == 15) return 0;
  // The number is written as UTF-8 would, up to 36 bits.
  size_t at = 4;
  unsigned more = 0;
  uint64_t number = p[at];
  if (p[at] & 0x80) {
    unsigned mask = 0x40;
    while (p[at] & mask) more++, mask >>= 1;
    if (more == 0 || more > 6) return 0;
    number = p[at] & (mask - 1);
  }
  for (at++; more > 0; more--, at++) {
    if ((p[at] & 0xc0) != 0x80) return 0;
    number = number << 6 | (p[at] & 0x3f);
  }
  uint32_t samples = size == 1 ? 192 : size <= 5 ? 576u << (size - 2) : 256u << (size - 8);
  if (size == 6) samples = p[at++] + 1u;
  if (size == 7) samples = big(p + at, 2) + 1, at += 2;
  at += rate == 12 ? 1 : rate >= 13 ? 2 : 0;
  if (crc8(p, at) != p[at]) return 0;
  const bool isVariable = p[1] & 1;
  return (isVariable ? number : number * blockSize) + samples;
}

// MARK: WavPack (version 4 and 5)

struct WavPackBlock {
  uint64_t length, first, samples, total;
  explicit WavPackBlock(Bytes p)
      : length(uint64_t(little32(p + 4)) + 8),
        first(uint64_t(p[10]) << 32 | little32(p + 16)),
        samples(little32(p + 20)),
        total(little32(p + 12) == 0xffffffffu ? 0 : uint64_t(p[11]) << 32 | little32(p + 12)) {}
  static bool isHere(Bytes p) { return is(p, "wvpk") && p[9] == 4 && little32(p + 4) < 1u << 24; }
};

}  // namespace

bool flacCutShort(FdStream &stream) {
  const Region region = withoutTags(stream);
  unsigned char head[42];
  if (stream.readAt(region.start, head, sizeof head) < sizeof head || !is(head, "fLaC") || head[4] & 0x7f) return false;
  Bytes info = head + 8;
  const uint32_t blockSize = big(info, 2), largestFrame = big(info + 7, 3);
  const uint64_t total = uint64_t(info[13] & 15) << 32 | big(info + 14, 4);
  if (total == 0) return false;  // the encoder wrote to a pipe
  // What stands behind the sound, other than tags, is rare: looked for only if the last frame is not at the end.
  const StreamOffset most = largestFrame ? StreamOffset(largestFrame) : 65536;
  for (const StreamOffset reach : {most + 16, most + (StreamOffset(1) << 20)}) {
    std::vector<unsigned char> tail = tailOf(stream, region, reach);
    const size_t size = tail.size();
    tail.resize(size + 16);
    for (size_t i = size; i-- > 0;) {
      if (tail[i] != 0xff || flacFrameEnd(&tail[i], blockSize) != total) continue;
      return !frameIsWhole(&tail[i], tail.data() + size);
    }
  }
  return true;
}

bool wavPackCutShort(FdStream &stream) {
  const Region region = withoutTags(stream);
  unsigned char head[32];
  if (stream.readAt(region.start, head, sizeof head) < sizeof head || !WavPackBlock::isHere(head)) return false;
  const uint64_t total = WavPackBlock(head).total;
  for (const StreamOffset reach : {StreamOffset(1) << 17, StreamOffset(1) << 22}) {
    const std::vector<unsigned char> tail = tailOf(stream, region, reach);
    for (size_t i = tail.size() < 32 ? 0 : tail.size() - 31; i-- > 0;) {
      if (!WavPackBlock::isHere(&tail[i])) continue;
      const WavPackBlock block(&tail[i]);
      if (block.length > tail.size() - i) return true;
      // Blocks without samples hold what stood behind the sound in the file that was packed.
      if (block.samples > 0) return total > 0 && block.first + block.samples < total;
    }
  }
  return false;
}

bool monkeysAudioCutShort(FdStream &stream) {
  const Region region = withoutTags(stream);
  unsigned char head[36];
  if (stream.readAt(region.start, head, sizeof head) < sizeof head || !is(head, "MAC ")) return false;
  if ((head[4] | head[5] << 8) < 3980) return false;  // has no sizes
  // Descriptor, header, seek table, the packed file's header, the frames (64 bits), what stood behind them.
  uint64_t length = uint64_t(little32(head + 28)) << 32;
  for (const int at : {8, 12, 16, 20, 24, 32}) length += little32(head + at);
  return length > uint64_t(region.end - region.start);
}

bool musepackCutShort(FdStream &stream) {
  const Region region = withoutTags(stream);
  unsigned char head[4], last[3];
  if (region.end - region.start < 32) return false;
  if (stream.readAt(region.start, head, 4) < 4 || !is(head, "MPCK")) return false;
  // The last packet is an empty one of its own kind.
  return stream.readAt(region.end - 3, last, 3) < 3 || memcmp(last, "SE\x03", 3) != 0;
}
