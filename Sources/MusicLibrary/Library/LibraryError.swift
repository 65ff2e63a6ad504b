public import PlayerCore

/// Why the library can't be used, as a person reads it.
public struct LibraryError: Error, Sendable, Equatable {
  public enum Code: Sendable, Equatable {
    /// Another process writes it.
    case inUse
    /// A newer Nagara wrote it.
    case fromTheFuture
    case failed
  }

  public var code: Code
  public var sentence: String
  /// The file or folder that it is about.
  public var path: FilePath?
  /// What the system or the database said, in its own words.
  public var reason: String?

  init(_ failure: DatabaseFile.Failure, at path: FilePath) {
    switch failure {
    case .inUse: self.init(.inUse, "Another Nagara is using the library.", at: path)
    case .fromTheFuture: self.init(.fromTheFuture, "A newer Nagara has written the library.", at: path)
    case .database(let error): self.init(error)
    }
  }

  init(_ error: DatabaseError) {
    self.init(
      .failed, error.sentence, at: error.path,
      reason: error.message + (error.sql.map { " (" + $0 + ")" } ?? ""))
  }

  init(_ code: Code, _ sentence: String, at path: FilePath? = nil, reason: String? = nil) {
    (self.code, self.sentence, self.path, self.reason) = (code, sentence, path, reason)
  }

  /// For logs: all of it in one line.
  public var description: String {
    [sentence, path?.displayPath, reason].compactMap(\.self).joined(separator: " | ")
  }
}
