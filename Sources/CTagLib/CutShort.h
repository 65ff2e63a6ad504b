// Whether the sound ends before the file's own headers say that it does: for formats whose container has no size.
#pragma once

#include "FdStream.h"

bool flacCutShort(FdStream &stream);
bool wavPackCutShort(FdStream &stream);
bool monkeysAudioCutShort(FdStream &stream);
bool musepackCutShort(FdStream &stream);
