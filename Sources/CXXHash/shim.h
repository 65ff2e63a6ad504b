// xxHash, the system's, linked and not compiled in.
#pragma once
#include <xxhash.h>
