// Writes tags: into every tag object that a file has, so that none says what another doesn't. What isn't named in the
// changes stays, pictures included.
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/apetag.h>
#include <taglib/asffile.h>
#include <taglib/asfpicture.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2header.h>
#include <taglib/id3v2tag.h>
#include <taglib/infotag.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tpropertymap.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#include <taglib/xiphcomment.h>
#if TAGLIB_MAJOR_VERSION >= 2
#include <taglib/dsffile.h>
#endif

#include "CTagLib.h"
#include "Content.h"
#include "EditStream.h"
#include "Reading.h"

using namespace TagLib;

namespace {

constexpr int frontCover = 3;

struct Edit {
  const ctl_change *changes;
  size_t count;
  const ctl_new_picture *picture;  // null: pictures stay as they are

  bool removes() const { return picture && picture->length == 0; }
  ByteVector bytes() const {
    return ByteVector(reinterpret_cast<const char *>(picture->data), static_cast<unsigned int>(picture->length));
  }
};

StringList values(const ctl_change &change) {
  StringList list;
  for (size_t i = 0; i < change.value_count; i++) list.append(String(change.values[i], String::UTF8));
  return list;
}

void change(PropertyMap &map, const ctl_change &change) {
  map.erase(String(change.key, String::UTF8));
  for (size_t i = 0; i < change.alias_count; i++) map.erase(String(change.aliases[i], String::UTF8));
  if (change.value_count) map.insert(String(change.key, String::UTF8), values(change));
}

template <typename AnyTag>
void apply(AnyTag &tag, const Edit &edit) {
  if (!edit.count) return;
  PropertyMap map = tag.properties();
  for (size_t i = 0; i < edit.count; i++) change(map, edit.changes[i]);
  tag.setProperties(map);
}

// Vorbis comments have totals in fields of their own.
void applyXiph(Ogg::XiphComment &tag, const Edit &edit) {
  if (!edit.count) return;
  PropertyMap map = tag.properties();
  for (size_t i = 0; i < edit.count; i++) {
    change(map, edit.changes[i]);
    const std::string key = edit.changes[i].key;
    if (key != "TRACKNUMBER" && key != "DISCNUMBER") continue;
    const String total = key == "TRACKNUMBER" ? "TRACKTOTAL" : "DISCTOTAL";
    map.erase(total);
    map.erase(key == "TRACKNUMBER" ? "TOTALTRACKS" : "TOTALDISCS");
    if (!edit.changes[i].value_count) continue;
    const StringList parts = StringList::split(values(edit.changes[i]).front(), "/");
    map.erase(String(key));
    if (!parts.front().isEmpty()) map.insert(String(key), parts.front());
    if (parts.size() > 1) map.insert(total, parts[1]);
  }
  tag.setProperties(map);
}

// RIFF INFO is kept as bytes, one a character: what is new is given so too.
void applyInfo(RIFF::Info::Tag &tag, const Edit &edit) {
  if (!edit.count) return;
  PropertyMap map = tag.properties();
  for (size_t i = 0; i < edit.count; i++) {
    map.erase(String(edit.changes[i].key, String::UTF8));
    if (!edit.changes[i].value_count) continue;
    const std::string joined = values(edit.changes[i]).toString("; ").to8Bit(true);
    map.insert(String(edit.changes[i].key, String::UTF8), String(joined, String::Latin1));
  }
  tag.setProperties(map);
}

// MARK: Pictures

// The place of the picture that is shown: the front cover, else the first. -1 without any.
template <typename Pictures, typename TypeOf>
int shown(const Pictures &pictures, TypeOf typeOf) {
  int index = 0;
  for (const auto &picture : pictures) {
    if (typeOf(picture) == frontCover) return index;
    index++;
  }
  return index ? 0 : -1;
}

void applyPicture(ID3v2::Tag &tag, const Edit &edit) {
  if (!edit.picture) return;
  std::vector<ID3v2::AttachedPictureFrame *> frames;
  for (ID3v2::Frame *frame : tag.frameList("APIC"))
    if (auto picture = dynamic_cast<ID3v2::AttachedPictureFrame *>(frame)) frames.push_back(picture);
  const int old = shown(frames, [](const ID3v2::AttachedPictureFrame *frame) { return int(frame->type()); });
  if (old >= 0) tag.removeFrame(frames[size_t(old)]);
  if (edit.removes()) return;
  auto frame = new ID3v2::AttachedPictureFrame;
  frame->setMimeType(edit.picture->mime);
  frame->setType(ID3v2::AttachedPictureFrame::FrontCover);
  frame->setPicture(edit.bytes());
  tag.addFrame(frame);
}

FLAC::Picture *newPicture(const Edit &edit) {
  auto picture = new FLAC::Picture;
  picture->setType(FLAC::Picture::FrontCover);
  picture->setMimeType(edit.picture->mime);
  picture->setWidth(edit.picture->width);
  picture->setHeight(edit.picture->height);
  picture->setColorDepth(24);
  picture->setData(edit.bytes());
  return picture;
}

template <typename Holder>
void applyFLACPicture(Holder &holder, const Edit &edit) {
  if (!edit.picture) return;
  FLAC::Picture *old = nullptr;
  {
    // A copy of the list that lives on when one is removed would delete them all once more.
    const List<FLAC::Picture *> pictures = holder.pictureList();
    const int index = shown(pictures, [](const FLAC::Picture *picture) { return int(picture->type()); });
    if (index >= 0) old = pictures[static_cast<unsigned int>(index)];
  }
  if (old) holder.removePicture(old);
  if (!edit.removes()) holder.addPicture(newPicture(edit));
}

void applyPicture(MP4::Tag &tag, const Edit &edit) {
  if (!edit.picture) return;
  MP4::CoverArtList covers = tag.contains("covr") ? tag.item("covr").toCoverArtList() : MP4::CoverArtList();
  if (!covers.isEmpty()) covers.erase(covers.begin());
  if (!edit.removes()) {
    const bool isPNG = std::string(edit.picture->mime) == "image/png";
    covers.prepend(MP4::CoverArt(isPNG ? MP4::CoverArt::PNG : MP4::CoverArt::JPEG, edit.bytes()));
  }
  if (covers.isEmpty()) {
    tag.removeItem("covr");
  } else {
    tag.setItem("covr", MP4::Item(covers));
  }
}

void applyPicture(APE::Tag &tag, const Edit &edit) {
  if (!edit.picture) return;
  const String key = "COVER ART (FRONT)";
  if (edit.removes()) return tag.removeItem(key);
  const bool isPNG = std::string(edit.picture->mime) == "image/png";
  ByteVector data(isPNG ? "cover.png" : "cover.jpg");
  data.append('\0');
  data.append(edit.bytes());
  tag.setItem(key, APE::Item(key, data, true));
}

void applyPicture(ASF::Tag &tag, const Edit &edit) {
  if (!edit.picture) return;
  ASF::AttributeList pictures = tag.attribute("WM/Picture");
  int index = 0, old = pictures.isEmpty() ? -1 : 0;
  for (const ASF::Attribute &attribute : pictures) {
    if (attribute.toPicture().type() == ASF::Picture::FrontCover) {
      old = index;
      break;
    }
    index++;
  }
  if (old >= 0) {
    auto it = pictures.begin();
    std::advance(it, old);
    pictures.erase(it);
  }
  if (!edit.removes()) {
    ASF::Picture picture;
    picture.setType(ASF::Picture::FrontCover);
    picture.setMimeType(edit.picture->mime);
    picture.setPicture(edit.bytes());
    pictures.append(ASF::Attribute(picture));
  }
  if (pictures.isEmpty()) {
    tag.removeItem("WM/Picture");
  } else {
    tag.setAttribute("WM/Picture", pictures);
  }
}

// MARK: Files

void apply(ID3v2::Tag *tag, const Edit &edit) {
  if (!tag) return;
  apply(*tag, edit);
  applyPicture(*tag, edit);
}

// A tag of version 2.3 stays one: old players read nothing newer.
ID3v2::Version versionOf(const ID3v2::Tag *tag) {
  return tag && tag->header() && tag->header()->majorVersion() == 3 ? ID3v2::v3 : ID3v2::v4;
}

bool writeMPEG(EditStream &stream, const Edit &edit) {
#if TAGLIB_MAJOR_VERSION >= 2
  MPEG::File file(&stream, false);
#else
  MPEG::File file(&stream, ID3v2::FrameFactory::instance(), false);
#endif
  if (!file.isValid()) return false;
  const bool hasID3 = file.hasID3v2Tag();
  const ID3v2::Version version = hasID3 ? versionOf(file.ID3v2Tag()) : ID3v2::v4;
  apply(file.ID3v2Tag(true), edit);
  if (file.hasAPETag()) {
    apply(*file.APETag(), edit);
    applyPicture(*file.APETag(), edit);
  }
  if (file.hasID3v1Tag()) apply(*file.ID3v1Tag(), edit);
  return file.save(MPEG::File::AllTags, File::StripNone, version, File::DoNotDuplicate);
}

bool writeFLAC(EditStream &stream, const Edit &edit) {
#if TAGLIB_MAJOR_VERSION >= 2
  FLAC::File file(&stream, false);
#else
  FLAC::File file(&stream, ID3v2::FrameFactory::instance(), false);
#endif
  if (!file.isValid()) return false;
  applyXiph(*file.xiphComment(true), edit);
  applyFLACPicture(file, edit);
  if (file.hasID3v2Tag()) apply(*file.ID3v2Tag(), edit);
  if (file.hasID3v1Tag()) apply(*file.ID3v1Tag(), edit);
  return file.save();
}

template <typename OggFile>
bool writeOgg(EditStream &stream, const Edit &edit) {
  OggFile file(&stream, false);
  if (!file.isValid() || !file.tag()) return false;
  applyXiph(*file.tag(), edit);
  applyFLACPicture(*file.tag(), edit);
  return file.save();
}

// WavPack, Musepack, Monkey's Audio.
template <typename APEFile>
bool writeAPE(EditStream &stream, const Edit &edit) {
  APEFile file(&stream, false);
  if (!file.isValid()) return false;
  apply(*file.APETag(true), edit);
  applyPicture(*file.APETag(true), edit);
  if (file.hasID3v1Tag()) apply(*file.ID3v1Tag(), edit);
  return file.save();
}

template <typename ID3File>
bool writeID3(EditStream &stream, const Edit &edit) {
  ID3File file(&stream, false);
  if (!file.isValid()) return false;
  apply(file.tag(), edit);
  return file.save();
}

bool writeWAV(EditStream &stream, const Edit &edit) {
  RIFF::WAV::File file(&stream, false);
  if (!file.isValid()) return false;
  apply(file.ID3v2Tag(), edit);
  if (file.hasInfoTag()) applyInfo(*file.InfoTag(), edit);
  return file.save();
}

bool writeMP4(EditStream &stream, const Edit &edit) {
  MP4::File file(&stream, false);
  if (!file.isValid() || !file.tag()) return false;
  apply(*file.tag(), edit);
  applyPicture(*file.tag(), edit);
  return file.save();
}

bool writeTrueAudio(EditStream &stream, const Edit &edit) {
  TrueAudio::File file(&stream, false);
  if (!file.isValid()) return false;
  apply(file.ID3v2Tag(true), edit);
  if (file.hasID3v1Tag()) apply(*file.ID3v1Tag(), edit);
  return file.save();
}

bool writeASF(EditStream &stream, const Edit &edit) {
  ASF::File file(&stream, false);
  if (!file.isValid() || !file.tag()) return false;
  apply(*file.tag(), edit);
  applyPicture(*file.tag(), edit);
  return file.save();
}

bool write(Container container, EditStream &stream, const Edit &edit) {
  switch (container) {
    case Container::mpeg:
    case Container::adts: return writeMPEG(stream, edit);
    case Container::flac: return writeFLAC(stream, edit);
    case Container::oggVorbis: return writeOgg<Ogg::Vorbis::File>(stream, edit);
    case Container::oggOpus: return writeOgg<Ogg::Opus::File>(stream, edit);
    case Container::oggSpeex: return writeOgg<Ogg::Speex::File>(stream, edit);
    case Container::oggFlac: return writeOgg<Ogg::FLAC::File>(stream, edit);
    case Container::mp4: return writeMP4(stream, edit);
    case Container::wav: return writeWAV(stream, edit);
    case Container::aiff: return writeID3<RIFF::AIFF::File>(stream, edit);
    case Container::wavPack: return writeAPE<WavPack::File>(stream, edit);
    case Container::musepack: return writeAPE<MPC::File>(stream, edit);
    case Container::ape: return writeAPE<APE::File>(stream, edit);
    case Container::trueAudio: return writeTrueAudio(stream, edit);
    case Container::asf: return writeASF(stream, edit);
#if TAGLIB_MAJOR_VERSION >= 2
    case Container::dsf: return writeID3<DSF::File>(stream, edit);
#endif
    default: return false;
  }
}

}  // namespace

ctl_status ctl_write(int descriptor, const char *extension, const ctl_change *changes, size_t count,
                     const ctl_new_picture *picture) {
  try {
    ctl_prepare();
    const std::string name = extension ? std::string(".") + extension : "";
    FdStream reading(descriptor, name);
    const Container container = recognise(reading, extension);
    if (reading.readErrno()) return CTL_READ_ERROR;
    if (container == Container::empty) return CTL_EMPTY;
    if (container == Container::unknown) return CTL_NOT_AUDIO;
    if (container == Container::tagOnly) return CTL_NO_SOUND;
    EditStream stream(descriptor, name);
    const bool isWritten = write(container, stream, {changes, count, picture});
    return isWritten && !stream.failure() ? CTL_OK : CTL_WRITE_ERROR;
  } catch (...) {
    return CTL_WRITE_ERROR;
  }
}
