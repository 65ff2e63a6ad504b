import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

@Suite struct DatabaseTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder.at("store.db") }

  private let first = Migration(version: 1, sql: "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT)")
  private let second = Migration(
    version: 2, sql: "ALTER TABLE songs ADD COLUMN plays INTEGER NOT NULL DEFAULT 0")

  private func file(_ migrations: [Migration]) -> DatabaseFile {
    DatabaseFile(path: path, migrations: migrations)
  }

  private func add(_ titles: [String], to database: Database) throws {
    for title in titles {
      let insert = try database.statement("INSERT INTO songs (title) VALUES (?)")
      insert.bind(1, title)
      try insert.run()
    }
  }

  private func titles(_ database: Database) throws -> [String] {
    let select = try database.statement("SELECT title FROM songs ORDER BY id")
    var titles: [String] = []
    while try select.step() { titles.append(select.text(0) ?? "NULL") }
    return titles
  }

  @Test func valuesOfEveryKindComeBackAsTheyWere() throws {
    let database = try Database(path, .writing)
    try database.run("CREATE TABLE t (i, d, s, b, n, e, z)")
    let insert = try database.statement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)")
    insert.bind(1, Int64.min)
    insert.bind(2, 0.1)
    insert.bind(3, "夜\0の")
    insert.bind(4, [0, 0xff])
    insert.bind(5, Int64?.none)
    insert.bind(6, "")
    insert.bind(7, [UInt8]())
    try insert.run()

    let select = try database.statement("SELECT * FROM t")

    #expect(try select.step())
    #expect(select.int64(0) == .min)
    #expect(select.double(1) == 0.1)
    #expect(select.text(2) == "夜\0の")
    #expect(select.blob(3) == [0, 0xff])
    #expect(select.isNull(4) && select.int64(4) == nil && select.text(4) == nil)
    #expect(select.text(5) == "")
    #expect(select.blob(6) == [])
    #expect(try !select.step())
  }

  @Test func anErrorNamesItsStatementAndItsFile() throws {
    let database = try Database(path, .writing)

    let sql = "SELECT x FROM nowhere"
    let wanted = DatabaseError(code: 1, message: "no such table: nowhere", sql: sql, path: path)
    #expect(throws: wanted) { try database.statement(sql) }
    let shown = LibraryError(wanted)
    #expect(shown.sentence == "The library failed.")
    #expect(shown.path == path)
    #expect(shown.reason == "no such table: nowhere (SELECT x FROM nowhere)")
  }

  @Test func aFolderThatCannotBeMadeSaysWhy() throws {
    folder.write([1], "file")
    let place = try #require(LibraryPlace(library: folder.at("file/data/library.db")))

    var found: LibraryError?
    do { try place.makeFolder() } catch { found = error }

    #expect(found?.path == folder.at("file/data"))
    #expect(found?.reason == "Not a directory")
  }

  @Test func aTransactionThatThrowsLeavesNothingAndAnInnerOneOnlyItself() throws {
    let database = try file([first]).openForWriting().database
    let failure = DatabaseError(code: 1, message: "on purpose", sql: nil)

    #expect(throws: failure) {
      try database.transaction { () throws(DatabaseError) in
        try database.run("INSERT INTO songs (title) VALUES ('lost')")
        throw failure
      }
    }
    try database.transaction { () throws(DatabaseError) in
      try database.run("INSERT INTO songs (title) VALUES ('kept')")
      try? database.transaction { () throws(DatabaseError) in
        try database.run("INSERT INTO songs (title) VALUES ('lost too')")
        throw failure
      }
    }

    #expect(try titles(database) == ["kept"])
  }

  @Test func oneStatementMayBeReadTwiceAtOnce() throws {
    let database = try file([first]).openForWriting().database
    try add(["a", "b"], to: database)
    let outer = try database.statement("SELECT title FROM songs ORDER BY id")

    #expect(try outer.step())
    #expect(try titles(database) == ["a", "b"])
    #expect(outer.text(0) == "a")
    #expect(try outer.step())
    #expect(outer.text(0) == "b")
  }

  @Test func migrationsRunOnceInOrderAndAfterABackup() throws {
    do {
      let opened = try file([first]).openForWriting()
      try add(["a"], to: opened.database)
      #expect(access(folder.at("store.db.before-1").c, F_OK) != 0)
    }

    let database = try file([first, second]).openForWriting().database

    #expect(try database.schemaVersion == 2)
    #expect(try database.number("SELECT plays FROM songs") == 0)
    let before = try Database(folder.at("store.db.before-2"), .reading)
    #expect(try before.schemaVersion == 1)
    #expect(try titles(before) == ["a"])
    #expect(try file([first, second]).openForWriting().database.schemaVersion == 2)
  }

  @Test func aMigrationThatFailsChangesNothing() throws {
    do {
      let database = try file([first]).openForWriting().database
      try add(["a"], to: database)
    }
    let bad = Migration(version: 2, sql: "ALTER TABLE songs ADD COLUMN plays; CREATE TABLE songs (x)")

    #expect(throws: DatabaseFile.Failure.self) { try file([first, bad]).openForWriting() }

    let database = try file([first]).openForWriting().database
    #expect(try database.schemaVersion == 1)
    #expect(try titles(database) == ["a"])
  }

  @Test func aNewerFileIsLeftAlone() throws {
    _ = try file([first, second]).openForWriting()

    #expect(throws: DatabaseFile.Failure.fromTheFuture(2)) { try file([first]).openForWriting() }
    #expect(try Database(path, .reading).schemaVersion == 2)
  }

  @Test func aBrokenFileIsSetAsideAndTheNewestBackupTakesItsPlace() throws {
    do {
      let database = try file([first]).openForWriting().database
      try add(["old"], to: database)
      try file([first]).backUp(database)
      try add(["new"], to: database)
      try file([first]).backUp(database)
      try add(["lost"], to: database)
    }
    folder.write(Array("this was a database once".utf8), "store.db")

    let opened = try file([first]).openForWriting()

    #expect(opened.brokenFile == folder.at("store.db.broken-1"))
    #expect(opened.restoredFrom == folder.at("store.db.backup-1"))
    #expect(try titles(opened.database) == ["old", "new"])
    #expect(Fixture.read(folder.at("store.db.broken-1")) == Array("this was a database once".utf8))
  }

  @Test func aBrokenFileWithoutBackupBecomesANewOne() throws {
    folder.write([UInt8](repeating: 0x42, count: 5000), "store.db")

    let opened = try file([first]).openForWriting()

    #expect(opened.brokenFile != nil && opened.restoredFrom == nil)
    #expect(try titles(opened.database) == [])
    #expect(opened.database.isWhole())
  }

  @Test func threeBackupsAreKept() throws {
    let database = try file([first]).openForWriting().database
    for number in 1...5 {
      try add(["\(number)"], to: database)
      try file([first]).backUp(database)
    }

    let kept = try (1...3).map { try titles(Database(folder.at("store.db.backup-\($0)"), .reading)).count }

    #expect(kept == [5, 4, 3])
    #expect(access(folder.at("store.db.backup-4").c, F_OK) != 0)
    #expect(access(folder.at("store.db.backup-0").c, F_OK) != 0)
  }

  @Test func oneWriterHoldsTheLock() throws {
    let held = try file([]).lockForWriting()

    #expect(throws: DatabaseFile.Failure.inUse) { _ = try file([]).lockForWriting() }
    withExtendedLifetime(held) {}
  }

  @Test func aReaderSeesWhatWasCommittedWhileTheWriterGoesOn() throws {
    let writer = try file([first]).openForWriting().database
    try add(["a"], to: writer)
    let reader = try Database(path, .reading)

    try writer.transaction { () throws(DatabaseError) in
      try writer.run("INSERT INTO songs (title) VALUES ('b')")
      #expect((try? titles(reader)) == ["a"])
    }

    #expect(try titles(reader) == ["a", "b"])
  }
}
