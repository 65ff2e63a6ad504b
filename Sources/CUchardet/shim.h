// uchardet: guesses the charset of bytes.
#pragma once
#include <uchardet.h>
