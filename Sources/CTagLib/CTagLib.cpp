#include "CTagLib.h"

#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tdebuglistener.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xingheader.h>
#if TAGLIB_MAJOR_VERSION >= 2
#include <taglib/dsffile.h>
#endif

#include "Content.h"
#include "Reading.h"

using namespace TagLib;

namespace {

// RIFF INFO declares no encoding: its bytes are kept, one a character, and judged later.
class InfoBytes : public RIFF::Info::StringHandler {
 public:
  String parse(const ByteVector &data) const override {
    String text(data, String::Latin1);
    const int end = text.find(String(std::string(1, '\0')));
    return end >= 0 ? text.substr(0, static_cast<unsigned int>(end)) : text;
  }
  ByteVector render(const String &text) const override { return text.data(String::Latin1); }
};

// TagLib writes what it thinks of broken tags to stderr; the caller gets it as a status.
class Silence : public DebugListener {
 public:
  void printMessage(const String &) override {}
};

template <typename FileType>
void collectID3(ctl_file &to, FileType &file) {
  if (file.hasID3v2Tag() && file.ID3v2Tag()) to.collect(*file.ID3v2Tag());
}

template <typename FileType>
void collectAPE(ctl_file &to, FileType &file) {
  if (file.hasAPETag() && file.APETag()) to.collect(*file.APETag());
}

template <typename FileType>
void collectID3v1(ctl_file &to, FileType &file) {
  if (file.hasID3v1Tag() && file.ID3v1Tag()) to.collect(*file.ID3v1Tag());
}

void setAudio(ctl_file &to, ctl_codec codec, const AudioProperties *properties, int bits = 0) {
  to.audio.codec = codec;
  to.audio.bits_per_sample = bits;
  if (!properties) return;
  to.audio.length_ms = properties->lengthInMilliseconds();
  to.audio.bitrate_kbps = properties->bitrate();
  to.audio.sample_rate_hz = properties->sampleRate();
  to.audio.channels = properties->channels();
}

// The LAME or Xing header counts the bytes of the stream: fewer are left of a file that was cut.
bool mpegCutShort(MPEG::File &file, StreamOffset size) {
  const MPEG::Properties *properties = file.audioProperties();
  const MPEG::XingHeader *xing = properties ? properties->xingHeader() : nullptr;
  if (!xing || !xing->isValid()) return false;
  const StreamOffset first = file.firstFrameOffset();
  // Whether the frame that holds the count is counted itself differs; none is longer than this.
  constexpr StreamOffset longestFrame = 1441;
  return first >= 0 && StreamOffset(xing->totalSize()) > size - first + longestFrame;
}

ctl_status readMPEG(ctl_file &to, bool raw) {
#if TAGLIB_MAJOR_VERSION >= 2
  auto file = new MPEG::File(to.stream.get());
#else
  auto file = new MPEG::File(to.stream.get(), ID3v2::FrameFactory::instance());
#endif
  to.file.reset(file);
  if (!file->isValid()) return CTL_BROKEN;
  const MPEG::Properties *properties = file->audioProperties();
  if (raw) {
    // 1.13 takes raw AAC for MPEG audio and reads nonsense: only its tags are of use.
    to.audio.codec = CTL_CODEC_AAC;
  } else {
    setAudio(to, properties && properties->layer() == 3 ? CTL_CODEC_MP3 : CTL_CODEC_MP2, properties);
    to.audio.cut_short = mpegCutShort(*file, to.stream->length());
  }
  collectID3(to, *file);
  collectAPE(to, *file);
  collectID3v1(to, *file);
  return CTL_OK;
}

ctl_status readFLAC(ctl_file &to) {
#if TAGLIB_MAJOR_VERSION >= 2
  auto file = new FLAC::File(to.stream.get());
#else
  auto file = new FLAC::File(to.stream.get(), ID3v2::FrameFactory::instance());
#endif
  to.file.reset(file);
  const FLAC::Properties *properties = file->audioProperties();
  if (!file->isValid() || !properties) return CTL_BROKEN;
  setAudio(to, CTL_CODEC_FLAC, properties, properties->bitsPerSample());
  if (file->hasXiphComment()) to.collect(*file->xiphComment());
  for (const FLAC::Picture *picture : file->pictureList())
    to.addPicture(picture->type(), picture->mimeType(), picture->data());
  collectID3(to, *file);
  collectID3v1(to, *file);
  return CTL_OK;
}

// A format whose file has one tag, of the type that `collect` takes.
template <typename FileType>
FileType *openAs(ctl_file &to) {
  auto file = new FileType(to.stream.get());
  to.file.reset(file);
  return file->isValid() && file->audioProperties() ? file : nullptr;
}

template <typename FileType>
ctl_status readOgg(ctl_file &to, ctl_codec codec) {
  auto file = openAs<FileType>(to);
  if (!file) return CTL_BROKEN;
  setAudio(to, codec, file->audioProperties());
  if (file->tag()) to.collect(*file->tag());
  return CTL_OK;
}

ctl_status readMP4(ctl_file &to) {
  auto file = openAs<MP4::File>(to);
  if (!file) return CTL_BROKEN;
  const MP4::Properties *properties = file->audioProperties();
  const bool lossless = properties->codec() == MP4::Properties::ALAC;
  const ctl_codec codec = lossless                                       ? CTL_CODEC_ALAC
                          : properties->codec() == MP4::Properties::AAC ? CTL_CODEC_AAC
                                                                         : CTL_CODEC_UNKNOWN;
  setAudio(to, codec, properties, lossless ? properties->bitsPerSample() : 0);
  if (file->tag()) to.collect(*file->tag());
  // A video's or a picture's container too: sound has a rate.
  return to.audio.sample_rate_hz > 0 ? CTL_OK : CTL_NOT_AUDIO;
}

ctl_status readOthers(ctl_file &to, Container container) {
  switch (container) {
    case Container::wav: {
      auto file = openAs<RIFF::WAV::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_WAV, file->audioProperties(), file->audioProperties()->bitsPerSample());
      collectID3(to, *file);
      if (file->hasInfoTag() && file->InfoTag()) to.collect(*file->InfoTag());
      return CTL_OK;
    }
    case Container::aiff: {
      auto file = openAs<RIFF::AIFF::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_AIFF, file->audioProperties(), file->audioProperties()->bitsPerSample());
      if (file->hasID3v2Tag() && file->tag()) to.collect(*file->tag());
      return CTL_OK;
    }
    case Container::wavPack: {
      auto file = openAs<WavPack::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_WAVPACK, file->audioProperties(), file->audioProperties()->bitsPerSample());
      collectAPE(to, *file);
      collectID3v1(to, *file);
      return CTL_OK;
    }
    case Container::musepack: {
      auto file = openAs<MPC::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_MUSEPACK, file->audioProperties());
      collectAPE(to, *file);
      collectID3v1(to, *file);
      return CTL_OK;
    }
    case Container::ape: {
      auto file = openAs<APE::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_APE, file->audioProperties(), file->audioProperties()->bitsPerSample());
      collectAPE(to, *file);
      collectID3v1(to, *file);
      return CTL_OK;
    }
    case Container::trueAudio: {
      auto file = openAs<TrueAudio::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_TRUE_AUDIO, file->audioProperties(), file->audioProperties()->bitsPerSample());
      collectID3(to, *file);
      collectID3v1(to, *file);
      return CTL_OK;
    }
    case Container::asf: {
      auto file = openAs<ASF::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_WMA, file->audioProperties());
      if (file->tag()) to.collect(*file->tag());
      return CTL_OK;
    }
#if TAGLIB_MAJOR_VERSION >= 2
    case Container::dsf: {
      auto file = openAs<DSF::File>(to);
      if (!file) return CTL_BROKEN;
      setAudio(to, CTL_CODEC_DSF, file->audioProperties(), file->audioProperties()->bitsPerSample());
      if (file->tag()) to.collect(*file->tag());
      return CTL_OK;
    }
#endif
    default: return CTL_NOT_AUDIO;
  }
}

ctl_status read(ctl_file &to, const char *extension) {
  const Container container = recognise(*to.stream, extension);
  to.container = static_cast<int>(container);
  ctl_status status = CTL_OK;
  switch (container) {
    case Container::unknown: return CTL_NOT_AUDIO;
    case Container::empty: return CTL_EMPTY;
    case Container::tagOnly: return CTL_NO_SOUND;
    case Container::mpeg: return readMPEG(to, false);
    case Container::adts: return readMPEG(to, true);
    case Container::flac: status = readFLAC(to); break;
    case Container::oggVorbis: status = readOgg<Ogg::Vorbis::File>(to, CTL_CODEC_VORBIS); break;
    case Container::oggOpus: status = readOgg<Ogg::Opus::File>(to, CTL_CODEC_OPUS); break;
    case Container::oggSpeex: status = readOgg<Ogg::Speex::File>(to, CTL_CODEC_SPEEX); break;
    case Container::oggFlac: status = readOgg<Ogg::FLAC::File>(to, CTL_CODEC_FLAC); break;
    case Container::mp4: status = readMP4(to); break;
    default: status = readOthers(to, container);
  }
  if (status == CTL_OK) to.audio.cut_short = endsEarly(*to.stream, container);
  return status;
}

}  // namespace

void ctl_prepare() {
  static const bool prepared = [] {
    static InfoBytes info;
    static Silence silence;
    RIFF::Info::Tag::setStringHandler(&info);
    setDebugListener(&silence);
    return true;
  }();
  (void)prepared;
}

ctl_status ctl_open(int descriptor, const char *extension, ctl_file **out) {
  *out = nullptr;
  try {
    ctl_prepare();
    auto file = std::make_unique<ctl_file>();
    file->stream = std::make_unique<FdStream>(descriptor, extension ? std::string(".") + extension : "");
    if (file->stream->readErrno()) return CTL_READ_ERROR;
    const ctl_status status = read(*file, extension);
    if (file->stream->readErrno()) return CTL_READ_ERROR;
    if (status == CTL_OK) *out = file.release();
    return status;
  } catch (...) {
    return CTL_BROKEN;
  }
}

const ctl_audio *ctl_get_audio(const ctl_file *file) { return &file->audio; }

const ctl_entry *ctl_get_entries(const ctl_file *file, size_t *count) {
  *count = file->entries.size();
  return file->entries.data();
}

const ctl_picture *ctl_get_pictures(const ctl_file *file, size_t *count) {
  *count = file->pictures.size();
  return file->pictures.data();
}

void ctl_close(ctl_file *file) { delete file; }

int32_t ctl_taglib_version(void) { return TAGLIB_MAJOR_VERSION * 1000 + TAGLIB_MINOR_VERSION; }
