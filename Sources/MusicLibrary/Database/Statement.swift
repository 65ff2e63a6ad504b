import CSQLite

/// A prepared statement. Values are numbered from 1, columns from 0, as in SQLite.
final class Statement {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  /// Between the first row and the reset.
  private(set) var isRunning = false

  init(_ handle: OpaquePointer, database: OpaquePointer) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// The next row; `false` when there is none. Then, and after an error, the statement is reset.
  func step() throws(DatabaseError) -> Bool {
    isRunning = true
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      rewind()
      return false
    default:
      let error = DatabaseError(of: database, sql: String(cString: sqlite3_sql(handle)))
      rewind()
      throw error
    }
  }

  /// Runs to the end; rows are passed over. Values stay bound.
  func run() throws(DatabaseError) {
    while try step() {}
  }

  /// As new: not running, without values.
  func reset() {
    rewind()
    sqlite3_clear_bindings(handle)
  }

  private func rewind() {
    sqlite3_reset(handle)
    isRunning = false
  }

  // MARK: Values. Binding fails only for an index that the statement does not have, which is a programmer's error.

  func bind(_ index: Int, _ value: Int64?) {
    check(
      value.map { sqlite3_bind_int64(handle, Int32(index), $0) } ?? sqlite3_bind_null(handle, Int32(index)))
  }

  func bind(_ index: Int, _ value: Int?) { bind(index, value.map(Int64.init)) }

  func bind(_ index: Int, _ value: Double?) {
    check(
      value.map { sqlite3_bind_double(handle, Int32(index), $0) } ?? sqlite3_bind_null(handle, Int32(index)))
  }

  func bind(_ index: Int, _ value: String?) {
    guard var value else { return check(sqlite3_bind_null(handle, Int32(index))) }
    check(
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty string has no address, and no address would be NULL.
          csqlite_bind_text(handle, Int32(index), $0.baseAddress ?? Statement.nothing, Int32($0.count))
        }
      })
  }

  func bind(_ index: Int, _ value: [UInt8]?) {
    guard let value else { return check(sqlite3_bind_null(handle, Int32(index))) }
    if value.isEmpty { return check(sqlite3_bind_zeroblob(handle, Int32(index), 0)) }
    check(value.withUnsafeBytes { csqlite_bind_blob(handle, Int32(index), $0.baseAddress, Int32($0.count)) })
  }

  private static var nothing: UnsafePointer<CChar>? { sqlite3_sourceid() }

  private func check(_ code: Int32) {
    precondition(code == SQLITE_OK, "a value of that number is not in the statement")
  }

  // MARK: Columns

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

  func int64(_ column: Int) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(handle, Int32(column))
  }

  func int(_ column: Int) -> Int? { int64(column).map { Int(truncatingIfNeeded: $0) } }

  func double(_ column: Int) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(handle, Int32(column))
  }

  func text(_ column: Int) -> String? {
    guard let bytes = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int) -> [UInt8]? {
    if isNull(column) { return nil }
    guard let bytes = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
  }
}
