/// The tables of `listener.db`: what the listener did and made, which no file can tell again.
///
/// A thing that can be played is named by its place: a file's path, which begins with `/`, or a stream's URI; both
/// as bytes. Times are seconds since 1970.
enum ListenerSchema {
  static let migrations = [
    Migration(version: 1, sql: tables),
    // By how much the words are shown later than their file says, in milliseconds; NULL for not at all.
    Migration(version: 2, sql: "ALTER TABLE items ADD COLUMN lyricsOffset INTEGER"),
    // Never a used ID again: one that is put back finds its place free.
    Migration(
      version: 3,
      sql: """
        CREATE TABLE stations (
          id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL UNIQUE, name TEXT NOT NULL)
        """),
    // All that an imported list said of an entry for which nothing was found; `start` and `stop` in nanoseconds.
    Migration(
      version: 4,
      sql: """
        ALTER TABLE entries ADD COLUMN artist TEXT;
        ALTER TABLE entries ADD COLUMN album TEXT;
        ALTER TABLE entries ADD COLUMN start INTEGER;
        ALTER TABLE entries ADD COLUMN stop INTEGER;
        CREATE INDEX historyOfItem ON history (item);
        """),
    // Groups of duplicates that the listener wants to keep, by `DuplicateGroup.key`.
    Migration(version: 5, sql: "CREATE TABLE ignoredDuplicates (key INTEGER PRIMARY KEY)"),
    // When it was last started; NULL for never.
    Migration(version: 6, sql: "ALTER TABLE playlists ADD COLUMN played INTEGER"),
  ]

  private static let tables = """
    -- revision: grows with every change that is copied to library.db.
    CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;

    -- What was played, rated or put on a list. The texts are for showing it when its file is gone; with
    -- `audioKey` they find it again. `rating`: 0–100, NULL for none; the heart is 100. `resume`: milliseconds.
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, place BLOB NOT NULL UNIQUE, audioKey INTEGER,
      title TEXT, artists TEXT NOT NULL DEFAULT '', album TEXT, milliseconds INTEGER,
      plays INTEGER NOT NULL DEFAULT 0, skips INTEGER NOT NULL DEFAULT 0, lastPlayed INTEGER,
      rating INTEGER, resume INTEGER);
    CREATE INDEX itemsByAudio ON items (audioKey) WHERE audioKey IS NOT NULL;

    -- When a file was first seen, by the hash of its path (see `ContentHash`): every file has one, so it is small.
    CREATE TABLE added (place INTEGER PRIMARY KEY, time INTEGER NOT NULL);

    CREATE TABLE history (
      id INTEGER PRIMARY KEY, item INTEGER NOT NULL REFERENCES items (id), time INTEGER NOT NULL);
    CREATE INDEX historyByTime ON history (time);

    -- `rules`: of a smart playlist; NULL: it holds entries. `position`: the order in which lists are shown.
    -- `file`: where it was imported from.
    CREATE TABLE playlists (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, rules TEXT, position INTEGER NOT NULL,
      created INTEGER NOT NULL, changed INTEGER NOT NULL, file BLOB);

    -- An entry is an item, or as long as nothing is found for it the bytes that the imported list had, with the
    -- title and length that stood there. Positions rise but have gaps.
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY, playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
      position INTEGER NOT NULL, item INTEGER REFERENCES items (id),
      literal BLOB, title TEXT, milliseconds INTEGER,
      CHECK (item IS NOT NULL OR literal IS NOT NULL));
    CREATE INDEX entriesInOrder ON entries (playlist, position);
    CREATE INDEX entriesOfItem ON entries (item);
    """
}
