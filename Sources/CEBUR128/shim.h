// libebur128: loudness by EBU R 128, the system's.
#pragma once
#include <ebur128.h>
