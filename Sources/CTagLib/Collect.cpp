// Every tag object but ID3's.
#include <taglib/apeitem.h>
#include <taglib/apetag.h>
#include <taglib/asfattribute.h>
#include <taglib/asfpicture.h>
#include <taglib/asftag.h>
#include <taglib/flacpicture.h>
#include <taglib/infotag.h>
#include <taglib/mp4coverart.h>
#include <taglib/mp4item.h>
#include <taglib/mp4tag.h>
#include <taglib/xiphcomment.h>

#include "Reading.h"

using namespace TagLib;

void ctl_file::add(ctl_source source, const std::string &key, const std::string &detail, std::string value,
                   bool undecoded) {
  if (value.empty()) return;
  texts.push_back(key);
  const char *keyText = texts.back().c_str();
  const char *detailText = "";
  if (!detail.empty()) {
    texts.push_back(detail);
    detailText = texts.back().c_str();
  }
  texts.push_back(std::move(value));
  const std::string &stored = texts.back();
  entries.push_back({source, undecoded, keyText, detailText, reinterpret_cast<const uint8_t *>(stored.data()),
                     stored.size()});
}

void ctl_file::addLatin1(ctl_source source, const std::string &key, const std::string &detail, const String &value) {
  if (!value.isLatin1()) return addUnicode(source, key, detail, value);
  const ByteVector bytes = value.data(String::Latin1);
  add(source, key, detail, std::string(bytes.data(), bytes.size()), !value.isAscii());
}

void ctl_file::addUnicode(ctl_source source, const std::string &key, const std::string &detail, const String &value) {
  add(source, key, detail, value.to8Bit(true));
}

void ctl_file::addPicture(int type, const String &mime, const ByteVector &data) {
  if (data.isEmpty()) return;
  blobs.push_back(data);
  texts.push_back(mime.to8Bit(true));
  const ByteVector &stored = blobs.back();  // const: data() of the other kind would copy
  pictures.push_back({type, texts.back().c_str(), reinterpret_cast<const uint8_t *>(stored.data()), stored.size()});
}

void ctl_file::collect(const APE::Tag &tag) {
  const APE::ItemListMap &items = const_cast<APE::Tag &>(tag).itemListMap();
  for (const auto &[key, item] : items) {
    if (item.type() == APE::Item::Text) {
      for (const String &value : item.values()) addUnicode(CTL_SOURCE_APE, key.to8Bit(true), "", value);
    } else if (item.type() == APE::Item::Binary && key.upper().startsWith("COVER ART")) {
      // A file name, a NUL, the picture.
      const ByteVector data = item.binaryData();
      const int end = data.find('\0');
      if (end < 0) continue;
      addPicture(key.upper().find("FRONT") >= 0 ? 3 : 0, "", data.mid(static_cast<unsigned int>(end) + 1));
    }
  }
}

void ctl_file::collect(Ogg::XiphComment &tag) {
  for (const auto &[key, values] : tag.fieldListMap()) {
    const std::string name = key.to8Bit(true);
    for (const String &value : values) addUnicode(CTL_SOURCE_XIPH, name, "", value);
  }
  for (FLAC::Picture *picture : tag.pictureList())
    if (picture) addPicture(picture->type(), picture->mimeType(), picture->data());
}

void ctl_file::collect(const MP4::Tag &tag) {
  for (const auto &[key, item] : tag.itemMap()) {
    const std::string name = key.to8Bit(true);
    if (name == "covr") {
      for (const MP4::CoverArt &cover : item.toCoverArtList()) {
        addPicture(3, cover.format() == MP4::CoverArt::PNG ? "image/png" : "image/jpeg", cover.data());
      }
    } else if (name == "trkn" || name == "disk") {
      const MP4::Item::IntPair pair = item.toIntPair();
      add(CTL_SOURCE_MP4, name, "", std::to_string(pair.first) + "/" + std::to_string(pair.second));
    } else if (name == "cpil" || name == "pgap" || name == "pcst") {
      add(CTL_SOURCE_MP4, name, "", item.toBool() ? "1" : "0");
    } else if (name == "tmpo") {
      add(CTL_SOURCE_MP4, name, "", std::to_string(item.toInt()));
    } else {
      for (const String &value : item.toStringList()) addUnicode(CTL_SOURCE_MP4, name, "", value);
    }
  }
}

void ctl_file::collect(const RIFF::Info::Tag &tag) {
  for (const auto &[key, value] : tag.fieldListMap()) {
    addLatin1(CTL_SOURCE_RIFF_INFO, std::string(key.data(), key.size()), "", value);
  }
}

void ctl_file::collect(ASF::Tag &tag) {
  addUnicode(CTL_SOURCE_ASF, "Title", "", tag.title());
  addUnicode(CTL_SOURCE_ASF, "Author", "", tag.artist());
  addUnicode(CTL_SOURCE_ASF, "Description", "", tag.comment());
  for (const auto &[key, attributes] : tag.attributeListMap()) {
    const std::string name = key.to8Bit(true);
    for (const ASF::Attribute &attribute : attributes) {
      switch (attribute.type()) {
        case ASF::Attribute::UnicodeType: addUnicode(CTL_SOURCE_ASF, name, "", attribute.toString()); break;
        case ASF::Attribute::BoolType: add(CTL_SOURCE_ASF, name, "", attribute.toBool() ? "1" : "0"); break;
        case ASF::Attribute::DWordType:
        case ASF::Attribute::WordType: add(CTL_SOURCE_ASF, name, "", std::to_string(attribute.toUInt())); break;
        default: {
          const ASF::Picture picture = attribute.toPicture();
          if (picture.isValid()) addPicture(picture.type(), picture.mimeType(), picture.picture());
        }
      }
    }
  }
}
