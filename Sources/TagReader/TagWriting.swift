import CTagLib
import Glibc
import PlayerCore

/// Edits the tags of an open copy of a file, and looks whether it came out as it should.
enum TagWriting {
  /// - Parameters:
  ///   - descriptor: of the copy, for reading and writing.
  ///   - picture: of the new cover's file; `nil` where there is none.
  /// - Returns: what the copy says now.
  static func edit(
    _ descriptor: Int32, extensionHint: String, _ edit: TagEdit, picture: Int32?
  ) -> TagReply {
    let before = read(descriptor, extensionHint)
    guard case .success((let recordBefore, let soundBefore)) = before else { return before.map(\.0) }
    var cover: NewCover?
    if edit.cover == .replace {
      guard let picture, let read = NewCover(picture) else { return .failure(.unknownCoverFormat) }
      cover = read
    }
    guard write(descriptor, extensionHint, edit, cover) else { return .failure(.notWritten) }
    let after = read(descriptor, extensionHint)
    guard case .success((let record, let sound)) = after else { return .failure(.notWritten) }
    let pictures = recordBefore.pictureCount
    let wantedPictures =
      switch edit.cover {
      case .keep: pictures...pictures
      case .remove: max(0, pictures - 1)...max(0, pictures - 1)
      case .replace: max(1, pictures)...max(1, pictures + 1)
      }
    guard edit.difference(recordBefore, record) == nil, sound == soundBefore,
      wantedPictures.contains(record.pictureCount)
    else { return .failure(.notWritten) }
    return .success(record)
  }

  private static func read(_ descriptor: Int32, _ hint: String) -> Result<(TagRecord, AudioKey?), TagProblem>
  {
    // The reader counts from the start.
    lseek(descriptor, 0, SEEK_SET)
    return TagReading.read(descriptor, extensionHint: hint, wants: .lyrics, nil).flatMap { record in
      TagReading.withFile(descriptor, extensionHint: hint) { file in
        var hash: UInt64 = 0
        var length: Int64 = 0
        let hasSound = ctl_audio_key(file, &hash, &length)
        return .success(
          (record, hasSound ? AudioKey(hash: Int64(bitPattern: hash), length: length) : nil))
      }
    }
  }

  private static func write(
    _ descriptor: Int32, _ hint: String, _ edit: TagEdit, _ cover: NewCover?
  ) -> Bool {
    // C wants pointers to strings that stay where they are meanwhile.
    var strings: [UnsafeMutablePointer<CChar>?] = []
    var lists: [UnsafeMutablePointer<UnsafePointer<CChar>?>] = []
    defer {
      for string in strings { free(string) }
      for list in lists { list.deallocate() }
    }
    func list(_ texts: [String]) -> UnsafeMutablePointer<UnsafePointer<CChar>?> {
      let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: max(1, texts.count))
      for (index, text) in texts.enumerated() {
        let copy = strdup(text)
        strings.append(copy)
        list[index] = UnsafePointer(copy)
      }
      lists.append(list)
      return list
    }
    let changes = edit.values.map { field, values in
      let names = list([field.key] + field.aliases)
      return ctl_change(
        key: names[0], aliases: names + 1, alias_count: field.aliases.count, values: list(values),
        value_count: values.count)
    }
    let extensionHint = hint.isEmpty ? nil : hint
    switch edit.cover {
    case .keep:
      return ctl_write(descriptor, extensionHint, changes, changes.count, nil) == CTL_OK
    case .remove:
      var none = ctl_new_picture()
      return ctl_write(descriptor, extensionHint, changes, changes.count, &none) == CTL_OK
    case .replace:
      guard let cover else { return false }
      return cover.bytes.withUnsafeBufferPointer { bytes in
        cover.mime.withCString { mime in
          var picture = ctl_new_picture(
            mime: mime, data: bytes.baseAddress, length: bytes.count, width: 0, height: 0)
          return ctl_write(descriptor, extensionHint, changes, changes.count, &picture) == CTL_OK
        }
      }
    }
  }
}

/// A picture to be embedded: JPEG or PNG, which every format and player knows.
private struct NewCover {
  let bytes: [UInt8]
  let mime: String

  /// FLAC's blocks hold 16 MiB.
  private static let mostBytes = (16 << 20) - 1024

  init?(_ descriptor: Int32) {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard size > 8, size <= Self.mostBytes else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    var done = 0
    while done < size {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, size - done, off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    self.bytes = bytes
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      mime = "image/jpeg"
    } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      mime = "image/png"
    } else {
      return nil
    }
  }
}
