#include "Region.h"

#include <string.h>

namespace {

using Bytes = const unsigned char *;

bool is(Bytes p, const char *magic) { return memcmp(p, magic, strlen(magic)) == 0; }
uint32_t little32(Bytes p) { return uint32_t(p[3]) << 24 | uint32_t(p[2]) << 16 | uint32_t(p[1]) << 8 | p[0]; }

}  // namespace

Region withoutTags(FdStream &stream) {
  Region region = {0, stream.length()};
  unsigned char head[32];
  for (int tags = 0; tags < 8; tags++) {
    if (stream.readAt(region.start, head, 10) < 10) break;
    if (is(head, "APETAGEX")) {
      if (stream.readAt(region.start, head, 32) < 32) break;
      region.start += 32 + StreamOffset(little32(head + 12));
    } else if (is(head, "ID3")) {
      region.start +=
          10 + StreamOffset((head[6] & 127u) << 21 | (head[7] & 127u) << 14 | (head[8] & 127u) << 7 | (head[9] & 127u));
      if (head[5] & 0x10) region.start += 10;
    } else {
      break;
    }
  }
  for (int tags = 0; tags < 4; tags++) {
    if (region.end - region.start >= 128 && stream.readAt(region.end - 128, head, 3) == 3 && is(head, "TAG")) {
      region.end -= 128;
    } else if (region.end - region.start >= 32 && stream.readAt(region.end - 32, head, 32) == 32 &&
               is(head, "APETAGEX")) {
      // The size is without the header, which the flags tell of.
      const StreamOffset size = StreamOffset(little32(head + 12)) + (head[23] & 0x80 ? 32 : 0);
      if (size < 32 || size > region.end - region.start) break;
      region.end -= size;
    } else {
      break;
    }
  }
  return region;
}
