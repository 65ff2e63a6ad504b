/// Where sound comes from: a file, or a stream by its URI.
public enum MediaSource: Hashable, Sendable {
  /// A local file.
  case file(FilePath)
  /// Anything else that has a URI (`https://radio.example/live`).
  case stream(String)

  /// A source from what a person or another program gave: a `file:` URI becomes its path.
  public init(uri: String) {
    if let path = FilePath(fileURI: uri) {
      self = .file(path)
    } else {
      self = .stream(uri)
    }
  }

  /// The URI that the engine opens and that MPRIS shows.
  public var uri: String {
    switch self {
    case .file(let path): return path.fileURI
    case .stream(let uri): return uri
    }
  }

  /// The file name, or the stream's URI, for people.
  public var displayName: String {
    switch self {
    case .file(let path): return path.displayName
    case .stream(let uri): return uri
    }
  }

  /// The path when this is a file.
  public var path: FilePath? {
    if case .file(let path) = self { return path }
    return nil
  }
}
