// The part of a file that is not tags.
#pragma once

#include "FdStream.h"

struct Region {
  StreamOffset start, end;
};

// Without ID3v2 tags before, ID3v1 and APE tags behind.
Region withoutTags(FdStream &stream);
