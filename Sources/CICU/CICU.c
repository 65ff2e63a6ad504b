#include "CICU.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucol.h>
#include <unicode/ucsdet.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/ustring.h>

// Room on the stack for what nearly every tag is; more is taken from the heap.
enum { ROOM = 1024 };

typedef struct {
  UChar small[ROOM];
  UChar *text;
  int32_t length;
  int32_t capacity;
} Text;

static void text_init(Text *t) {
  t->text = t->small;
  t->length = 0;
  t->capacity = ROOM;
}

static bool text_grow(Text *t, int32_t capacity) {
  if (capacity <= t->capacity) return true;
  UChar *larger = malloc(sizeof(UChar) * (size_t)capacity);
  if (!larger) return false;
  if (t->text != t->small) free(t->text);
  t->text = larger;
  t->capacity = capacity;
  return true;
}

static void text_free(Text *t) {
  if (t->text != t->small) free(t->text);
}

// More than any text of a tag; lengths stay far from what 32 bits hold.
static const size_t longest = 1 << 24;

static bool from_utf8(Text *t, const char *utf8, size_t length) {
  if (length > longest) return false;
  for (int attempt = 0; attempt < 2; attempt++) {
    UErrorCode status = U_ZERO_ERROR;
    // What is not UTF-8 becomes U+FFFD.
    u_strFromUTF8WithSub(t->text, t->capacity, &t->length, utf8, (int32_t)length, 0xfffd, NULL, &status);
    if (U_SUCCESS(status)) return true;
    if (status != U_BUFFER_OVERFLOW_ERROR || !text_grow(t, t->length + 1)) return false;
  }
  return false;
}

static bool normalize(const UNormalizer2 *form, const Text *from, Text *to) {
  for (int attempt = 0; attempt < 2; attempt++) {
    UErrorCode status = U_ZERO_ERROR;
    to->length = unorm2_normalize(form, from->text, from->length, to->text, to->capacity, &status);
    if (U_SUCCESS(status)) return true;
    if (status != U_BUFFER_OVERFLOW_ERROR || !text_grow(to, to->length + 1)) return false;
  }
  return false;
}

static bool fold_case(const Text *from, Text *to) {
  for (int attempt = 0; attempt < 2; attempt++) {
    UErrorCode status = U_ZERO_ERROR;
    to->length = u_strFoldCase(to->text, to->capacity, from->text, from->length, U_FOLD_CASE_DEFAULT, &status);
    if (U_SUCCESS(status)) return true;
    if (status != U_BUFFER_OVERFLOW_ERROR || !text_grow(to, to->length + 1)) return false;
  }
  return false;
}

int32_t cicu_decompose_folded(const char *utf8, size_t length, uint16_t *target, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfkd = unorm2_getNFKDInstance(&status);
  if (U_FAILURE(status)) return -1;
  Text a, b;
  text_init(&a);
  text_init(&b);
  int32_t result = -1;
  if (from_utf8(&a, utf8, length) && normalize(nfkd, &a, &b) && fold_case(&b, &a) && normalize(nfkd, &a, &b)) {
    result = b.length;
    if (result <= capacity) memcpy(target, b.text, sizeof(UChar) * (size_t)result);
  }
  text_free(&a);
  text_free(&b);
  return result;
}

int32_t cicu_compose(const uint16_t *text, int32_t length, char *target, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *nfc = unorm2_getNFCInstance(&status);
  if (U_FAILURE(status)) return -1;
  Text from = {.text = (UChar *)text, .length = length}, to;
  text_init(&to);
  int32_t result = -1;
  if (normalize(nfc, &from, &to)) {
    u_strToUTF8(target, capacity, &result, to.text, to.length, &status);
    if (U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR) result = -1;
  }
  text_free(&to);
  return result;
}

bool cicu_is_mark(uint32_t scalar) {
  return (U_GET_GC_MASK((UChar32)scalar) & U_GC_M_MASK) != 0;
}

bool cicu_is_european(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)scalar, &status);
  return script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC;
}

bool cicu_is_word(uint32_t scalar) {
  return (U_GET_GC_MASK((UChar32)scalar) & (U_GC_L_MASK | U_GC_N_MASK | U_GC_M_MASK)) != 0;
}

bool cicu_is_space(uint32_t scalar) { return u_isUWhiteSpace((UChar32)scalar); }

cicu_collator *cicu_collator_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(locale, &status);
  if (U_FAILURE(status)) return NULL;
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
  ucol_setAttribute(collator, UCOL_ALTERNATE_HANDLING, UCOL_SHIFTED, &status);
  if (U_SUCCESS(status)) return (cicu_collator *)collator;
  ucol_close(collator);
  return NULL;
}

void cicu_collator_close(cicu_collator *collator) { ucol_close((UCollator *)collator); }

uint32_t cicu_collator_version(const cicu_collator *collator) {
  UVersionInfo version;
  ucol_getVersion((const UCollator *)collator, version);
  return (uint32_t)version[0] << 24 | (uint32_t)version[1] << 16 | (uint32_t)version[2] << 8 | version[3];
}

typedef int32_t KeyMaker(const UCollator *collator, const UChar *text, int32_t length, uint8_t *target,
                         int32_t capacity);

static int32_t key_of(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                      int32_t capacity, KeyMaker *make) {
  Text text;
  text_init(&text);
  int32_t result = -1;
  if (from_utf8(&text, utf8, length)) {
    result = make((const UCollator *)collator, text.text, text.length, target, capacity);
  }
  text_free(&text);
  return result;
}

static int32_t whole_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *target,
                         int32_t capacity) {
  // Without the zero that ICU ends it with.
  return ucol_getSortKey(collator, text, length, target, capacity) - 1;
}

int32_t cicu_collator_key(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                          int32_t capacity) {
  return key_of(collator, utf8, length, target, capacity, whole_key);
}

// The part of `text`'s key that only its letters make, without case and accents.
static int32_t letters_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *target,
                           int32_t capacity) {
  uint8_t key[256];
  int32_t size = ucol_getSortKey(collator, text, length, key, sizeof key);
  if (size > (int32_t)sizeof key) return -1;
  UErrorCode status = U_ZERO_ERROR;
  size = ucol_getBound(key, size, UCOL_BOUND_LOWER, 1, target, capacity, &status);
  if (U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR) return -1;
  // Without the zero that ICU ends it with.
  return size - 1;
}

int32_t cicu_collator_start(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                            int32_t capacity) {
  return key_of(collator, utf8, length, target, capacity, letters_key);
}

int32_t cicu_collator_script_end(const cicu_collator *collator, const char *utf8, size_t length, uint8_t *target,
                                 int32_t capacity) {
  const UCollator *ucol = (const UCollator *)collator;
  uint8_t own[256], best[256], key[256];
  int32_t own_length = cicu_collator_start(collator, utf8, length, own, sizeof own);
  if (own_length < 0 || own_length >= (int32_t)sizeof own) return -1;
  int32_t best_length = -1;
  for (int32_t script = 0; script <= u_getIntPropertyMaxValue(UCHAR_SCRIPT); script++) {
    // CLDR's collations begin each script with U+FDD1 and a sample of it.
    UChar text[8] = {0xfdd1};
    UErrorCode status = U_ZERO_ERROR;
    int32_t sample = uscript_getSampleString((UScriptCode)script, text + 1, 7, &status);
    if (U_FAILURE(status) || sample < 1) continue;
    int32_t size = letters_key(ucol, text, sample + 1, key, sizeof key);
    if (size < 1 || size >= (int32_t)sizeof key || strcmp((char *)key, (char *)own) <= 0) continue;
    if (best_length >= 0 && strcmp((char *)key, (char *)best) >= 0) continue;
    memcpy(best, key, (size_t)size + 1);
    best_length = size;
  }
  if (best_length >= 0 && best_length <= capacity) memcpy(target, best, (size_t)best_length);
  return best_length;
}

int32_t cicu_index_letters(const char *locale, char *target, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &status);
  USet *set = ulocdata_getExemplarSet(data, NULL, 0, ULOCDATA_ES_INDEX, &status);
  ulocdata_close(data);
  if (U_FAILURE(status) || !set) return -1;
  UChar text[256];
  int32_t length = 0;
  for (int32_t item = 0; item < uset_getItemCount(set); item++) {
    UChar32 first = 0, last = -1;
    UChar string[16];
    int32_t size = uset_getItem(set, item, &first, &last, string, 16, &status);
    if (U_FAILURE(status)) break;
    // A string has two units or more; less is a range of characters.
    if (size >= 2 && length + size < 255) {
      u_memcpy(text + length, string, size);
      length += size;
      text[length++] = '\n';
    }
    for (UChar32 letter = first; size < 2 && letter <= last && length < 253; letter++) {
      U16_APPEND_UNSAFE(text, length, letter);
      text[length++] = '\n';
    }
  }
  uset_close(set);
  if (U_FAILURE(status)) return -1;
  int32_t result = -1;
  u_strToUTF8(target, capacity, &result, text, length, &status);
  return U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR ? -1 : result;
}

int32_t cicu_decode(const char *charset, const uint8_t *bytes, size_t length, char *target, int32_t capacity) {
  if (length > longest) return -1;
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(charset, &status);
  if (U_FAILURE(status)) return -1;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  Text text;
  text_init(&text);
  int32_t result = -1;
  // No charset makes more units than it has bytes, but for a few that make two.
  if (U_SUCCESS(status) && text_grow(&text, (int32_t)length * 2 + 1)) {
    text.length = ucnv_toUChars(converter, text.text, text.capacity, (const char *)bytes, (int32_t)length, &status);
    if (U_SUCCESS(status)) {
      u_strToUTF8(target, capacity, &result, text.text, text.length, &status);
      if (U_FAILURE(status) && status != U_BUFFER_OVERFLOW_ERROR) result = -1;
    }
  }
  text_free(&text);
  ucnv_close(converter);
  return result;
}

int32_t cicu_confidence(const uint8_t *bytes, size_t length, const char *charset, bool *is_best) {
  *is_best = false;
  if (length > longest) return -1;
  UErrorCode status = U_ZERO_ERROR;
  UCharsetDetector *detector = ucsdet_open(&status);
  if (U_FAILURE(status)) return -1;
  ucsdet_setText(detector, (const char *)bytes, (int32_t)length, &status);
  int32_t count = 0, confidence = -1;
  const UCharsetMatch **matches = ucsdet_detectAll(detector, &count, &status);
  for (int32_t i = 0; U_SUCCESS(status) && i < count && confidence < 0; i++) {
    const char *name = ucsdet_getName(matches[i], &status);
    if (U_FAILURE(status) || ucnv_compareNames(name, charset) != 0) continue;
    confidence = ucsdet_getConfidence(matches[i], &status);
    *is_best = i == 0;
  }
  ucsdet_close(detector);
  return confidence;
}
