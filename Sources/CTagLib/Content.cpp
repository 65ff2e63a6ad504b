#include "Content.h"

#include <string.h>

#include <algorithm>
#include <vector>

#include "CutShort.h"

namespace {

using Bytes = const unsigned char *;

uint32_t big32(Bytes p) { return uint32_t(p[0]) << 24 | uint32_t(p[1]) << 16 | uint32_t(p[2]) << 8 | p[3]; }
uint32_t little32(Bytes p) { return uint32_t(p[3]) << 24 | uint32_t(p[2]) << 16 | uint32_t(p[1]) << 8 | p[0]; }
bool is(Bytes p, const char *magic) { return memcmp(p, magic, strlen(magic)) == 0; }

// The length in bytes of the MPEG audio frame (ISO 11172-3, 13818-3) whose header this is; 0 if it is none.
// A free-format frame does not tell its length and is not recognised.
size_t mpegFrame(Bytes p) {
  static const int kilobits[2][3][15] = {
      {{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
       {0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
       {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}},
      {{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
       {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
       {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}}};
  static const int rates[3] = {44100, 48000, 32000};
  if (p[0] != 0xff || (p[1] & 0xe0) != 0xe0) return 0;
  const int version = p[1] >> 3 & 3, layer = 4 - (p[1] >> 1 & 3), bitrate = p[2] >> 4, rate = p[2] >> 2 & 3;
  if (version == 1 || layer == 4 || bitrate == 0 || bitrate == 15 || rate == 3) return 0;
  const int hertz = rates[rate] >> (version == 3 ? 0 : version == 2 ? 1 : 2);
  const int bits = kilobits[version == 3 ? 0 : 1][layer - 1][bitrate] * 1000;
  const int padding = p[2] >> 1 & 1;
  if (layer == 1) return size_t((12 * bits / hertz + padding) * 4);
  return size_t((layer == 3 && version != 3 ? 72 : 144) * bits / hertz + padding);
}

// The same for a raw AAC frame (ADTS, ISO 13818-7).
size_t adtsFrame(Bytes p) {
  if (p[0] != 0xff || (p[1] & 0xf6) != 0xf0 || (p[2] >> 2 & 15) > 12) return 0;
  const size_t length = size_t(p[3] & 3) << 11 | size_t(p[4]) << 3 | p[5] >> 5;
  return length > 7 ? length : 0;
}

// Three frames in a row, or two that the file ends with: two bytes alone are found in any picture.
template <typename Frame>
bool startsFrames(FdStream &stream, StreamOffset at, Frame frame) {
  const StreamOffset size = stream.length();
  unsigned char head[6];
  for (int n = 0; n < 3; n++) {
    if (n > 0 && at >= size - 6) return true;
    if (stream.readAt(at, head, 6) < 6) return false;
    const size_t length = frame(head);
    if (length == 0) return false;
    at += StreamOffset(length);
  }
  return true;
}

Container findFrames(FdStream &stream, StreamOffset from, size_t reach) {
  std::vector<unsigned char> window(std::min(reach, size_t(std::max<StreamOffset>(0, stream.length() - from))));
  window.resize(stream.readAt(from, window.data(), window.size()));
  for (size_t i = 0; i + 6 <= window.size(); i++) {
    if (window[i] != 0xff) continue;
    if (mpegFrame(&window[i]) && startsFrames(stream, from + StreamOffset(i), mpegFrame)) return Container::mpeg;
    if (adtsFrame(&window[i]) && startsFrames(stream, from + StreamOffset(i), adtsFrame)) return Container::adts;
  }
  return Container::unknown;
}

Container oggCodec(Bytes page, size_t length) {
  if (length < 28) return Container::unknown;
  const size_t start = 27 + page[26];  // the header, and one byte a segment
  if (start + 8 > length) return Container::unknown;
  Bytes packet = page + start;
  if (is(packet, "\x01vorbis")) return Container::oggVorbis;
  if (is(packet, "OpusHead")) return Container::oggOpus;
  if (is(packet, "Speex   ")) return Container::oggSpeex;
  if (is(packet, "\x7f" "FLAC")) return Container::oggFlac;
  return Container::unknown;
}

// Whether the last page of an Ogg file is whole.
bool lastPageCut(FdStream &stream) {
  // A page has at most 27 + 255 + 255 × 255 bytes.
  const size_t reach = std::min<size_t>(65536, size_t(stream.length()));
  std::vector<unsigned char> tail(reach);
  const StreamOffset start = stream.length() - StreamOffset(reach);
  tail.resize(stream.readAt(start, tail.data(), reach));
  for (size_t i = tail.size() < 4 ? 0 : tail.size() - 3; i-- > 0;) {
    if (!is(&tail[i], "OggS")) continue;
    if (i + 27 > tail.size() || i + 27 + tail[i + 26] > tail.size()) return true;
    size_t page = 27 + size_t(tail[i + 26]);
    for (int s = 0; s < tail[i + 26]; s++) page += tail[i + 27 + size_t(s)];
    return i + page > tail.size();
  }
  return false;
}

bool lastBoxCut(FdStream &stream) {
  const uint64_t size = uint64_t(stream.length());
  uint64_t at = 0;
  for (int boxes = 0; at + 8 <= size && boxes < 10000; boxes++) {
    unsigned char head[16];
    if (stream.readAt(StreamOffset(at), head, 16) < 8) return false;
    uint64_t length = big32(head);
    if (length == 0) return false;  // to the end of the file
    if (length == 1) length = uint64_t(big32(head + 8)) << 32 | big32(head + 12);
    if (length < 8 || length > size - at) return true;
    at += length;
  }
  return false;
}

}  // namespace

Container recognise(FdStream &stream, const char *extension) {
  if (stream.length() == 0) return Container::empty;
  unsigned char head[512] = {};
  StreamOffset at = 0;
  size_t got = stream.readAt(0, head, sizeof head);
  bool tagged = false;
  // Several tags in a row happen; each says its length in seven bits a byte.
  for (int tags = 0; tags < 8 && got >= 10 && is(head, "ID3"); tags++) {
    tagged = true;
    at += 10 + StreamOffset((head[6] & 127u) << 21 | (head[7] & 127u) << 14 | (head[8] & 127u) << 7 | (head[9] & 127u));
    if (head[5] & 0x10) at += 10;  // a footer
    if (at >= stream.length()) return Container::tagOnly;
    memset(head, 0, sizeof head);
    got = stream.readAt(at, head, sizeof head);
  }
  if (is(head, "fLaC")) return Container::flac;
  if (is(head, "OggS")) return oggCodec(head, got);
  if (is(head, "RIFF") && is(head + 8, "WAVE")) return Container::wav;
  if (is(head, "FORM") && (is(head + 8, "AIFF") || is(head + 8, "AIFC"))) return Container::aiff;
  if (is(head + 4, "ftyp")) return Container::mp4;
  if (is(head, "wvpk")) return Container::wavPack;
  if (is(head, "MPCK") || is(head, "MP+")) return Container::musepack;
  if (is(head, "MAC ")) return Container::ape;
  if (is(head, "TTA1") || is(head, "TTA2")) return Container::trueAudio;
  if (is(head, "DSD ")) return Container::dsf;
  static const unsigned char asf[16] = {0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11,
                                        0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c};
  if (memcmp(head, asf, 16) == 0) return Container::asf;
  const bool named = extension && (!strcmp(extension, "mp3") || !strcmp(extension, "mp2") ||
                                   !strcmp(extension, "mp1") || !strcmp(extension, "aac"));
  // Nearly always the first frame is right there; what is named as such may have junk before it.
  Container found = findFrames(stream, at, 4096);
  if (found == Container::unknown && (named || tagged)) found = findFrames(stream, at, size_t(1) << 20);
  return found == Container::unknown && tagged ? Container::tagOnly : found;
}

bool endsEarly(FdStream &stream, Container container) {
  unsigned char head[8];
  switch (container) {
    case Container::wav:
    case Container::aiff: {
      if (stream.readAt(0, head, 8) < 8) return true;
      const uint32_t length = container == Container::wav ? little32(head + 4) : big32(head + 4);
      // What writes to a pipe can't know the length and puts the largest number, or none.
      if (length == 0 || length >= 0xfffffff0u) return false;
      return uint64_t(length) + 8 > uint64_t(stream.length()) + 1;
    }
    case Container::mp4: return lastBoxCut(stream);
    case Container::oggVorbis:
    case Container::oggOpus:
    case Container::oggSpeex:
    case Container::oggFlac: return lastPageCut(stream);
    case Container::flac: return flacCutShort(stream);
    case Container::wavPack: return wavPackCutShort(stream);
    case Container::ape: return monkeysAudioCutShort(stream);
    case Container::musepack: return musepackCutShort(stream);
    default: return false;
  }
}
