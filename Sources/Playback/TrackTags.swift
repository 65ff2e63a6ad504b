import CGStreamer

/// What a source says of itself while it plays, as far as the engine cares.
struct TrackTags: Equatable, Sendable {
  /// The codec's name for people.
  var codec: String?
  /// The title: of a radio station, what it plays now.
  var title: String?
  /// Whose station it is.
  var station: String?

  /// From a tag event; `nil` when it says none of that.
  init?(_ event: UnsafeMutablePointer<GstEvent>) {
    var tags: UnsafeMutablePointer<GstTagList>?
    gst_event_parse_tag(event, &tags)
    guard let tags else { return nil }
    func text(_ name: String) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      guard gst_tag_list_get_string(tags, name, &value) != 0, let value else { return nil }
      defer { g_free(value) }
      return String(cString: value)
    }
    codec = text("audio-codec")
    title = text("title")
    station = text("organization")
    if codec == nil, title == nil, station == nil { return nil }
  }
}
