// CTagLib: TagLib's tag objects, audio properties and pictures behind plain C.
//
// A file is given as an open descriptor; nothing here opens or closes one, and only ctl_write writes. Each tag object of a file is
// handed over by itself, in the order in which its values win (for MP3: ID3v2, APE, ID3v1), so that whoever
// merges them can say where a value came from. No C++ exception leaves these functions.
//
// Compiles against TagLib 1.13 and 2.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which tag object a value came from.
typedef enum {
  CTL_SOURCE_ID3V2 = 1,  ///< as ID3v2.4 would hold it: several values are real
  CTL_SOURCE_ID3V2_3 = 2,  ///< a tag written as ID3v2.2 or 2.3: several values are joined by ';' or NUL
  CTL_SOURCE_APE = 3,
  CTL_SOURCE_ID3V1 = 4,
  CTL_SOURCE_XIPH = 5,
  CTL_SOURCE_MP4 = 6,
  CTL_SOURCE_RIFF_INFO = 7,
  CTL_SOURCE_ASF = 8,
} ctl_source;

typedef enum {
  CTL_CODEC_UNKNOWN = 0,
  CTL_CODEC_MP3 = 1,
  CTL_CODEC_MP2 = 2,
  CTL_CODEC_FLAC = 3,
  CTL_CODEC_VORBIS = 4,
  CTL_CODEC_OPUS = 5,
  CTL_CODEC_SPEEX = 6,
  CTL_CODEC_AAC = 7,
  CTL_CODEC_ALAC = 8,
  CTL_CODEC_WAV = 9,
  CTL_CODEC_AIFF = 10,
  CTL_CODEC_WAVPACK = 11,
  CTL_CODEC_MUSEPACK = 12,
  CTL_CODEC_APE = 13,
  CTL_CODEC_TRUE_AUDIO = 14,
  CTL_CODEC_WMA = 15,
  CTL_CODEC_DSF = 16,
} ctl_codec;

typedef enum {
  CTL_OK = 0,
  CTL_EMPTY = 1,  ///< no bytes
  CTL_NOT_AUDIO = 2,  ///< no format that TagLib knows
  CTL_NO_SOUND = 3,  ///< the start of an audio file, cut before any sound
  CTL_READ_ERROR = 4,  ///< the descriptor could not be read
  CTL_BROKEN = 5,  ///< TagLib gave up on it
  CTL_WRITE_ERROR = 6,  ///< the format can't be written, or the descriptor could not
} ctl_status;

typedef struct {
  int32_t length_ms;  ///< 0: unknown
  int32_t bitrate_kbps;  ///< 0: unknown
  int32_t sample_rate_hz;  ///< 0: unknown
  int32_t channels;  ///< 0: unknown
  int32_t bits_per_sample;  ///< 0: lossy, or unknown
  int32_t codec;  ///< a ctl_codec
  bool cut_short;  ///< the file says that it should be longer than it is
} ctl_audio;

/// One value of one field. A field with several values comes as several entries, one after the other.
typedef struct {
  int32_t source;  ///< a ctl_source
  /// The value is bytes of an encoding that the tag does not tell for sure (declared Latin-1, not ASCII).
  /// Otherwise it is UTF-8.
  bool undecoded;
  const char *key;  ///< as the tag names it, UTF-8: "TIT2", "TXXX", "ARTIST", "\u00a9nam", "WM/Year"
  const char *detail;  ///< the description of TXXX, COMM, USLT, UFID (its owner), RVA2; else ""
  const uint8_t *value;  ///< not terminated
  size_t length;
} ctl_entry;

typedef struct {
  int32_t type;  ///< as ID3v2's APIC: 3 is the front cover
  const char *mime;  ///< as the tag says; may be wrong
  const uint8_t *data;
  size_t length;
} ctl_picture;

typedef struct ctl_file ctl_file;

/// Reads the tags of `descriptor`, which stays the caller's. `extension` ("mp3", lower case, or NULL) is a hint
/// for what the content leaves open. On CTL_OK `*file` is set and must be closed.
ctl_status ctl_open(int descriptor, const char *extension, ctl_file **file);

/// What the file gave; valid until it is closed.
const ctl_audio *ctl_get_audio(const ctl_file *file);
const ctl_entry *ctl_get_entries(const ctl_file *file, size_t *count);
const ctl_picture *ctl_get_pictures(const ctl_file *file, size_t *count);

/// Names the sound of the file: a hash of the first and last 64 KiB of the part that holds audio, and that part's
/// length in bytes. Tags can change without it. `false` if there is no such part.
bool ctl_audio_key(ctl_file *file, uint64_t *key, int64_t *length);

void ctl_close(ctl_file *file);

/// New values of one field, UTF-8, in the words of TagLib's property maps ("TITLE", "TRACKNUMBER" with "3/12").
typedef struct {
  const char *key;
  const char *const *aliases;  ///< other names of the same, which are taken out
  size_t alias_count;
  const char *const *values;
  size_t value_count;  ///< 0 takes the field out
} ctl_change;

/// A cover to embed. A length of 0 takes the one that is shown out: the front cover, else the first picture.
typedef struct {
  const char *mime;  ///< "image/jpeg" or "image/png"
  const uint8_t *data;
  size_t length;
  int32_t width;  ///< 0: not told
  int32_t height;
} ctl_new_picture;

/// Changes the tags of the file behind `descriptor`, which is open for reading and writing and may be left in any state
/// on failure: give a copy. All that isn't named stays. `picture` may be NULL: the pictures stay.
ctl_status ctl_write(int descriptor, const char *extension, const ctl_change *changes, size_t count,
                     const ctl_new_picture *picture);

/// TagLib's version, as 1013 or 2000: its readings differ in places.
int32_t ctl_taglib_version(void);

#ifdef __cplusplus
}
#endif
