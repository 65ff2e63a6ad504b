import CSQLite
import Glibc
import PlayerCore

// One connection to an SQLite file, its statements, and what keeps the file safe:
//
// - `Database`: the connection: statements, transactions, backup, check.
// - `Statement`: one prepared statement: bind, step, read.
// - `DatabaseError`: what went wrong, with the SQL.
// - `DatabaseFile`: opens a store: migrations, each after a backup; a broken file is set aside.
//
// A connection belongs to one thread or actor at a time; nothing of it is shared. Reading from several threads
// takes several connections, which write-ahead logging lets work beside one writer.

/// A connection. It closes when the last reference goes.
final class Database {
  enum Mode {
    /// Reads and writes; the file is made if it isn't there.
    case writing
    /// Reads; the file must be there.
    case reading
  }

  private let handle: OpaquePointer
  private var prepared: [StatementText: Statement] = [:]
  private var depth = 0

  /// Opens the file. Text is UTF-8, foreign keys hold, a locked file is waited for five seconds.
  ///
  /// `sqlite3_open` takes UTF-8 by its documentation and bytes on Linux in fact.
  init(_ path: FilePath, _ mode: Mode) throws(DatabaseError) {
    let flags =
      mode == .writing
      ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      : SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path.cString, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close(opened)
      throw DatabaseError(code: code, message: message, path: path)
    }
    handle = opened
    sqlite3_busy_timeout(handle, 5000)
    try run("PRAGMA foreign_keys = ON")
    guard mode == .writing else { return }
    // A crash of the machine may cost the last moments but never the file.
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
  }

  deinit {
    prepared = [:]
    // Waits for no statement: all that could be left are gone with the dictionary and their users.
    sqlite3_close_v2(handle)
  }

  /// Lets go of the pages that are kept for the next statements: after much was read or written, megabytes.
  func forgetPages() { sqlite3_db_release_memory(handle) }

  /// Runs statements that give no rows of interest, separated by `;`.
  func run(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(sql) }
  }

  /// The statement for this text: made once, reset and without values when it comes. To be run before the same
  /// text is asked for again.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    let text = StatementText(sql: sql)
    if let known = prepared[text], !known.isRunning {
      known.reset()
      return known
    }
    var made: OpaquePointer?
    guard
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil) == SQLITE_OK,
      let made
    else { throw error(sql) }
    let statement = Statement(made, database: handle)
    // A statement whose rows are still being read stays its reader's.
    if prepared[text] == nil { prepared[text] = statement }
    return statement
  }

  /// Runs `body` in a transaction: all of it, or nothing when it throws. Inside another one it is a part that can
  /// fail alone.
  func transaction<Value>(_ body: () throws(DatabaseError) -> Value) throws(DatabaseError) -> Value {
    let name = "level\(depth)"
    try run(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT \(name)")
    depth += 1
    defer { depth -= 1 }
    do {
      let value = try body()
      try run(depth == 1 ? "COMMIT" : "RELEASE \(name)")
      return value
    } catch {
      // Some errors have ended the transaction already; then there is nothing to take back.
      if sqlite3_get_autocommit(handle) == 0 {
        _ = sqlite3_exec(
          handle, depth == 1 ? "ROLLBACK" : "ROLLBACK TO \(name); RELEASE \(name)", nil, nil, nil)
      }
      throw error
    }
  }

  /// The one number that a query gives; `nil` if it gives no row, or NULL.
  func number(_ sql: String) throws(DatabaseError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// The version that the file's schema has (`user_version`); 0 for a new file.
  var schemaVersion: Int {
    get throws(DatabaseError) { Int(try number("PRAGMA user_version") ?? 0) }
  }

  /// The ID of the row inserted last.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// Whether the file is whole, as far as a quick look tells (about 2 µs a track).
  func isWhole() -> Bool {
    guard let statement = try? statement("PRAGMA quick_check(1)"), (try? statement.step()) == true else {
      return false
    }
    defer { statement.reset() }
    return statement.text(0) == "ok"
  }

  /// Writes a copy of the file as it is now, whole even while others write, and puts it in place in one step.
  func backUp(to path: FilePath) throws(DatabaseError) {
    guard let temporary = FilePath(bytes: path.bytes + Array(".new".utf8)) else { return }
    unlink(temporary.cString)
    do {
      let target = try Database(temporary, .writing)
      guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
        throw target.error("backup")
      }
      let code = sqlite3_backup_step(backup, -1)
      sqlite3_backup_finish(backup)
      guard code == SQLITE_DONE else {
        throw DatabaseError(code: code, message: String(cString: sqlite3_errstr(code)), path: path)
      }
      // The copy's own log is written into it, so that it is one file.
      try target.run("PRAGMA journal_mode = DELETE")
    }
    guard DatabaseFile.sync(temporary), rename(temporary.cString, path.cString) == 0 else {
      throw DatabaseError(code: SQLITE_IOERR, message: String(cString: strerror(errno)), path: path)
    }
  }

  private func error(_ sql: String) -> DatabaseError { DatabaseError(of: handle, sql: sql) }
}

/// Names a statement by its text. Texts are long and there are few: of each only the length is hashed.
private struct StatementText: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) {
    hasher.combine(sql.utf8.count)
  }
}

/// What SQLite said.
struct DatabaseError: Error, Sendable, Equatable {
  /// SQLite's extended result code.
  var code: Int32
  var message: String
  /// What was being run.
  var sql: String?
  /// The file that it was run in.
  var path: FilePath?

  init(code: Int32, message: String, sql: String? = nil, path: FilePath? = nil) {
    (self.code, self.message, self.sql, self.path) = (code, message, sql, path)
  }

  /// What a connection says of its last call.
  init(of connection: OpaquePointer, sql: String) {
    self.init(
      code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)),
      sql: sql,
      path: sqlite3_db_filename(connection, "main").flatMap {
        FilePath(bytes: Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
      })
  }

  /// The file itself is bad, so trying again is of no use.
  var isBroken: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff) }

  /// For people.
  var sentence: String {
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: return "The library’s file is damaged."
    case SQLITE_FULL: return "The disk is full."
    case SQLITE_BUSY, SQLITE_LOCKED: return "Another program is using the library."
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: return "The library’s file cannot be written."
    case SQLITE_IOERR: return "The disk with the library could not be read or written."
    default: return "The library failed."
    }
  }
}
