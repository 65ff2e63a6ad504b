// What a file is, by its first bytes, and whether it ends where it says.
#pragma once

#include "CTagLib.h"
#include "FdStream.h"

enum class Container {
  unknown,
  empty,
  tagOnly,  // an ID3v2 tag and no sound after it
  mpeg,
  adts,
  flac,
  oggVorbis,
  oggOpus,
  oggSpeex,
  oggFlac,
  mp4,
  wav,
  aiff,
  wavPack,
  musepack,
  ape,
  trueAudio,
  asf,
  dsf,
};

// Content decides. `extension` (may be null) only says how far to look for an MPEG frame behind junk.
Container recognise(FdStream &stream, const char *extension);

// Whether the container's own sizes reach past the end of the file.
bool endsEarly(FdStream &stream, Container container);
