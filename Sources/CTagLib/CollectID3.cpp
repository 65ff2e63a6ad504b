// ID3v2 and ID3v1.
#include <taglib/attachedpictureframe.h>
#include <taglib/commentsframe.h>
#include <taglib/id3v1genres.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2frame.h>
#include <taglib/id3v2header.h>
#include <taglib/id3v2tag.h>
#include <taglib/popularimeterframe.h>
#include <taglib/relativevolumeframe.h>
#include <taglib/synchronizedlyricsframe.h>
#include <taglib/textidentificationframe.h>
#include <taglib/uniquefileidentifierframe.h>
#include <taglib/unsynchronizedlyricsframe.h>

#include <stdio.h>

#include "Reading.h"

using namespace TagLib;

namespace {

// "17", "(17)", "(4)Eurodisco", "(RX)", "RX", "((Foo": the genre's number becomes its name.
void addGenre(ctl_file &to, ctl_source source, const String &value, bool latin1) {
  String rest = value;
  auto name = [](const String &code) -> String {
    if (code == "RX") return "Remix";
    if (code == "CR") return "Cover";
    bool number = false;
    int index = code.toInt(&number);
    return number && index >= 0 && index < 192 ? ID3v1::genre(index) : String();
  };
  if (String known = name(rest); !known.isEmpty()) {
    to.addUnicode(source, "TCON", "", known);
    return;
  }
  String lastKnown;
  while (rest.size() > 2 && rest[0] == '(' && rest[1] != '(') {
    int end = rest.find(")");
    if (end < 0) break;
    String known = name(rest.substr(1, end - 1));
    if (known.isEmpty()) break;
    if (!lastKnown.isEmpty()) to.addUnicode(source, "TCON", "", lastKnown);
    lastKnown = known;
    rest = rest.substr(end + 1);
  }
  // TagLib itself has already taken "(4)Eurodisco" apart in old tags; both are kept.
  if (!lastKnown.isEmpty()) to.addUnicode(source, "TCON", "", lastKnown);
  if (rest.isEmpty()) return;
  if (rest.size() > 1 && rest[0] == '(' && rest[1] == '(') rest = rest.substr(1);
  if (latin1)
    to.addLatin1(source, "TCON", "", rest);
  else
    to.addUnicode(source, "TCON", "", rest);
}

// Lines with times, as LRC writes them; only frames that count in milliseconds can be told in time.
void addSynchronized(ctl_file &to, ctl_source source, const ID3v2::SynchronizedLyricsFrame &frame) {
  if (frame.timestampFormat() != ID3v2::SynchronizedLyricsFrame::AbsoluteMilliseconds) return;
  std::string lines;
  bool latin1 = false;
  for (const auto &line : frame.synchedText()) {
    std::string text = line.text.to8Bit(true);
    while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) text.erase(0, 1);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    char time[32];
    snprintf(time, sizeof time, "[%02u:%02u.%03u]", line.time / 60000, line.time / 1000 % 60, line.time % 1000);
    lines += time + text + "\n";
    latin1 = latin1 || (frame.textEncoding() == String::Latin1 && !line.text.isAscii());
  }
  // Bytes again if the frame only claims Latin-1 (every character is then below 256).
  if (latin1)
    to.addLatin1(source, "SYLT", frame.description().to8Bit(true), String(lines, String::UTF8));
  else
    to.add(source, "SYLT", frame.description().to8Bit(true), lines);
}

}  // namespace

void ctl_file::collect(const ID3v2::Tag &tag) {
  const ctl_source source = tag.header() && tag.header()->majorVersion() < 4 ? CTL_SOURCE_ID3V2_3 : CTL_SOURCE_ID3V2;
  for (const ID3v2::Frame *frame : tag.frameList()) {
    if (!frame) continue;
    const ByteVector rawID = frame->frameID();
    const std::string id(rawID.data(), rawID.size());
    auto put = [&](const std::string &detail, const String &value, String::Type encoding) {
      if (encoding == String::Latin1)
        addLatin1(source, id, detail, value);
      else
        addUnicode(source, id, detail, value);
    };
    if (auto text = dynamic_cast<const ID3v2::UserTextIdentificationFrame *>(frame)) {
      const StringList fields = text->fieldList();  // the description, then the values
      const std::string detail = text->description().to8Bit(true);
      for (unsigned int i = 1; i < fields.size(); i++) put(detail, fields[i], text->textEncoding());
    } else if (auto text = dynamic_cast<const ID3v2::TextIdentificationFrame *>(frame)) {
      const bool genre = id == "TCON";
      for (const String &value : text->fieldList()) {
        if (genre)
          addGenre(*this, source, value, text->textEncoding() == String::Latin1);
        else
          put("", value, text->textEncoding());
      }
    } else if (auto comment = dynamic_cast<const ID3v2::CommentsFrame *>(frame)) {
      put(comment->description().to8Bit(true), comment->text(), comment->textEncoding());
    } else if (auto lyrics = dynamic_cast<const ID3v2::UnsynchronizedLyricsFrame *>(frame)) {
      put(lyrics->description().to8Bit(true), lyrics->text(), lyrics->textEncoding());
    } else if (auto lyrics = dynamic_cast<const ID3v2::SynchronizedLyricsFrame *>(frame)) {
      addSynchronized(*this, source, *lyrics);
    } else if (auto identifier = dynamic_cast<const ID3v2::UniqueFileIdentifierFrame *>(frame)) {
      const ByteVector bytes = identifier->identifier();
      add(source, id, identifier->owner().to8Bit(true), std::string(bytes.data(), bytes.size()));
    } else if (auto rating = dynamic_cast<const ID3v2::PopularimeterFrame *>(frame)) {
      add(source, id, rating->email().to8Bit(true), std::to_string(rating->rating()));
    } else if (auto volume = dynamic_cast<const ID3v2::RelativeVolumeFrame *>(frame)) {
      char gain[32];
      snprintf(gain, sizeof gain, "%.2f", double(volume->volumeAdjustment()));
      add(source, id, volume->identification().to8Bit(true), gain);
    } else if (auto picture = dynamic_cast<const ID3v2::AttachedPictureFrame *>(frame)) {
      addPicture(picture->type(), picture->mimeType(), picture->picture());
    }
  }
}

void ctl_file::collect(const ID3v1::Tag &tag) {
  addLatin1(CTL_SOURCE_ID3V1, "TITLE", "", tag.title());
  addLatin1(CTL_SOURCE_ID3V1, "ARTIST", "", tag.artist());
  addLatin1(CTL_SOURCE_ID3V1, "ALBUM", "", tag.album());
  addLatin1(CTL_SOURCE_ID3V1, "COMMENT", "", tag.comment());
  if (tag.genreNumber() < 192) addUnicode(CTL_SOURCE_ID3V1, "GENRE", "", ID3v1::genre(int(tag.genreNumber())));
  if (tag.year()) add(CTL_SOURCE_ID3V1, "YEAR", "", std::to_string(tag.year()));
  if (tag.track()) add(CTL_SOURCE_ID3V1, "TRACK", "", std::to_string(tag.track()));
}
