// The reference for the first scan: TagLib alone, one thread, nothing kept. Prints files and seconds.
#include <taglib/fileref.h>
#include <taglib/tag.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

int main(int count, char **arguments) {
  if (count != 2) return 64;
  const auto start = std::chrono::steady_clock::now();
  unsigned long files = 0, sum = 0;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(arguments[1])) {
    if (!entry.is_regular_file() || entry.path().extension() == ".jpg") continue;
    const TagLib::FileRef file(entry.path().c_str());
    if (file.isNull() || !file.tag() || !file.audioProperties()) continue;
    const TagLib::Tag &tag = *file.tag();
    sum += tag.title().size() + tag.artist().size() + tag.album().size() + tag.genre().size() + tag.track() + tag.year();
    sum += static_cast<unsigned long>(file.audioProperties()->lengthInMilliseconds());
    files++;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%lu %.4f %lu\n", files, seconds.count(), sum);
}
