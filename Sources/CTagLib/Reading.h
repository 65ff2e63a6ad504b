// What is collected from one file, and who collects it.
#pragma once

#include <taglib/tbytevector.h>
#include <taglib/tstring.h>
#include <taglib/tstringlist.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "CTagLib.h"
#include "FdStream.h"

namespace TagLib {
class File;
namespace APE { class Tag; }
namespace ASF { class Tag; }
namespace FLAC { class Picture; class File; }
namespace ID3v1 { class Tag; }
namespace ID3v2 { class Tag; }
namespace MP4 { class Tag; }
namespace Ogg { class XiphComment; }
namespace RIFF { namespace Info { class Tag; } }
}  // namespace TagLib

// Sets TagLib up, once in a process.
void ctl_prepare();

struct ctl_file {
  std::unique_ptr<FdStream> stream;
  std::unique_ptr<TagLib::File> file;  // after the stream: closed before it
  int container = 0;  // a Container
  ctl_audio audio = {};
  std::vector<ctl_entry> entries;
  std::vector<ctl_picture> pictures;
  std::deque<std::string> texts;  // a deque: what the entries point at stays where it is
  std::deque<TagLib::ByteVector> blobs;

  void add(ctl_source source, const std::string &key, const std::string &detail, std::string value,
           bool undecoded = false);
  // A string that its tag declares as Latin-1: undecoded bytes unless it is ASCII.
  void addLatin1(ctl_source source, const std::string &key, const std::string &detail, const TagLib::String &value);
  void addUnicode(ctl_source source, const std::string &key, const std::string &detail, const TagLib::String &value);
  void addPicture(int type, const TagLib::String &mime, const TagLib::ByteVector &data);

  void collect(const TagLib::ID3v2::Tag &tag);
  void collect(const TagLib::ID3v1::Tag &tag);
  void collect(const TagLib::APE::Tag &tag);
  void collect(TagLib::Ogg::XiphComment &tag);
  void collect(const TagLib::MP4::Tag &tag);
  void collect(const TagLib::RIFF::Info::Tag &tag);
  void collect(TagLib::ASF::Tag &tag);
};
