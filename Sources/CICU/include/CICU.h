// CICU: the few things that Nagara needs of ICU, whose own symbols carry its version and can't be named from
// Swift. Text goes in and out as UTF-8 or UTF-16; nothing is kept but a collator.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Compatibility decomposition, full case folding, and compatibility decomposition again (folding may undo the
/// first) of UTF-8. Returns the length in UTF-16 units, which may be more than `capacity` (then nothing of use is
/// stored: call again), or -1.
int32_t cicu_decompose_folded(const char *utf8, size_t length, uint16_t *target, int32_t capacity);

/// Canonical composition of UTF-16 into UTF-8. Returns the length in bytes, which may be more than `capacity`, or
/// -1.
int32_t cicu_compose(const uint16_t *text, int32_t length, char *target, int32_t capacity);

/// Whether the scalar is a combining mark (general category M).
bool cicu_is_mark(uint32_t scalar);
/// Whether the scalar's script is Latin, Greek or Cyrillic.
bool cicu_is_european(uint32_t scalar);
/// Whether a word may hold it: a letter, a digit, a mark.
bool cicu_is_word(uint32_t scalar);
/// Whether it is white space.
bool cicu_is_space(uint32_t scalar);

typedef struct cicu_collator cicu_collator;

/// A collator of the locale ("ja_JP", "" for the root's): digits by value, punctuation and spaces only when the
/// rest is equal. NULL if ICU has none.
cicu_collator *cicu_collator_open(const char *locale);
void cicu_collator_close(cicu_collator *collator);
/// What its keys depend on: ICU's and the locale data's versions, for comparing for equality.
uint32_t cicu_collator_version(const cicu_collator *collator);
/// A key that compares, byte by byte, as the text sorts. Returns its length, which may be more than `capacity`.
int32_t cicu_collator_key(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                          int32_t capacity);

/// The least key that a text can have that begins like this one, whatever its case and accents. Returns its length,
/// which may be more than `capacity`.
int32_t cicu_collator_start(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                            int32_t capacity);
/// The least key behind all texts in the script of this one, by which the script after it begins. Returns its length,
/// which may be more than `capacity`; -1 if no script comes after it.
int32_t cicu_collator_script_end(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                                 int32_t capacity);
/// The letters by which the language of a locale goes through lists ("A", "あ"), a line feed after each. Returns the
/// length, which may be more than `capacity`; -1 if ICU knows none.
int32_t cicu_index_letters(const char *locale, char *target, int32_t capacity);

/// Text of the charset ("Shift_JIS", "GB18030", "windows-1251") as UTF-8. Returns the length, which may be more
/// than `capacity`; -1 if a byte sequence is not valid in it, or ICU has no such charset.
int32_t cicu_decode(const char *charset, const uint8_t *bytes, size_t length, char *target, int32_t capacity);

/// How sure (0–100) ICU's detector is that the bytes are in `charset`, by any of its names; -1 if it did not think
/// of it. `*is_best` says whether nothing seemed likelier.
int32_t cicu_confidence(const uint8_t *bytes, size_t length, const char *charset, bool *is_best);
