import CSQLite
import Glibc
import PlayerCore

/// A change of the schema from one version to the next.
struct Migration: Sendable {
  /// The version that it makes; the first is 1.
  var version: Int
  var sql: String
}

/// A store's file: opened, brought to the newest schema, backed up, and set aside when it is broken.
struct DatabaseFile {
  let path: FilePath
  let migrations: [Migration]

  /// What opening came to.
  struct Opened {
    var database: Database
    /// Where a broken file was put; `nil` if it was good, or new.
    var brokenFile: FilePath?
    /// The backup that took its place.
    var restoredFrom: FilePath?
  }

  enum Failure: Error, Equatable {
    case database(DatabaseError)
    /// Written by a newer Nagara, of this schema version. Left as it is.
    case fromTheFuture(Int)
    /// Another process writes.
    case inUse
  }

  /// Opens for writing. A file that is no database any more is renamed to `NAME.broken-1` (the first free number),
  /// and the newest good backup, if there is one, takes its place.
  ///
  /// - Parameter checks: whether the whole file is looked through for damage.
  func openForWriting(checks: Bool = false) throws(Failure) -> Opened {
    do throws(Failure) {
      let database = try openAndMigrate()
      if checks, !database.isWhole() {
        throw .database(DatabaseError(code: SQLITE_CORRUPT, message: "quick_check", path: path))
      }
      return Opened(database: database)
    } catch {
      guard case .database(let cause) = error, cause.isBroken else { throw error }
      let broken = setAside()
      let backup = restore()
      return Opened(database: try openAndMigrate(), brokenFile: broken, restoredFrom: backup)
    }
  }

  /// The lock that says "I am the one who writes", held until the descriptor closes.
  func lockForWriting() throws(Failure) -> WriterLock {
    let lock = beside(".lock")
    let descriptor = open(lock.cString, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw .database(DatabaseError(code: SQLITE_CANTOPEN, message: reason, path: lock))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse
    }
    return WriterLock(descriptor)
  }

  /// Keeps a copy as the newest of `keep` backups (`NAME.backup-1` is the newest).
  func backUp(_ database: Database, keep: Int = 3) throws(DatabaseError) {
    try database.backUp(to: backup(0))
    for number in stride(from: keep, through: 1, by: -1) {
      rename(backup(number - 1).cString, backup(number).cString)
    }
  }

  // MARK: Migrating

  private func openAndMigrate() throws(Failure) -> Database {
    do throws(DatabaseError) {
      let database = try Database(path, .writing)
      let found = try database.schemaVersion
      let newest = migrations.last?.version ?? 0
      if found > newest { throw DatabaseError(code: DatabaseFile.tooNew, message: String(found), path: path) }
      for migration in migrations where migration.version > found {
        // A new file needs no copy.
        if found > 0 {
          try database.backUp(to: beside(".before-\(migration.version)"))
        }
        try database.transaction { () throws(DatabaseError) in
          try database.run(migration.sql)
          try database.run("PRAGMA user_version = \(migration.version)")
        }
      }
      return database
    } catch {
      if error.code == DatabaseFile.tooNew { throw .fromTheFuture(Int(error.message) ?? 0) }
      throw .database(error)
    }
  }

  /// No code of SQLite's.
  private static let tooNew: Int32 = -1

  // MARK: Broken files

  private func setAside() -> FilePath {
    var number = 1
    while access(beside(".broken-\(number)").cString, F_OK) == 0 { number += 1 }
    let broken = beside(".broken-\(number)")
    rename(path.cString, broken.cString)
    // Its log belongs to it; beside a new file it would be played into that.
    for suffix in ["-wal", "-shm"] {
      rename(beside(suffix).cString, beside(".broken-\(number)" + suffix).cString)
    }
    return broken
  }

  /// Puts the newest backup that is whole in place.
  private func restore() -> FilePath? {
    for number in 1...9 {
      let candidate = backup(number)
      guard access(candidate.cString, F_OK) == 0, let copy = try? Database(candidate, .reading),
        copy.isWhole(),
        (try? copy.backUp(to: path)) != nil
      else { continue }
      return candidate
    }
    return nil
  }

  private func backup(_ number: Int) -> FilePath { beside(".backup-\(number)") }

  private func beside(_ suffix: String) -> FilePath {
    // A path with more at its end is a path.
    FilePath(bytes: path.bytes + Array(suffix.utf8)) ?? path
  }

  /// Waits until the file is on the disk.
  static func sync(_ path: FilePath) -> Bool {
    let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}

/// A held lock. It is given back when this goes, or the process ends in whatever way.
final class WriterLock: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}
