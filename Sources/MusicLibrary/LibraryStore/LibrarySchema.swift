/// The tables of `library.db`: what the files say. All of it can be made again from them, and from `listener.db`.
///
/// Texts that have several values (artists, genres …) are one column, the values with U+001F between them
/// (`ValueList`). Times are nanoseconds in `files`, seconds since 1970 elsewhere; dates are `yyyymmdd` with zeros
/// for what is not known. A `…Key` is a sort key of the locale that `facts` names. Rows that point at rows do so
/// without foreign keys: a hundred thousand look-ups less in the first fill; `LibraryStore` removes what belongs
/// to what it removes.
enum LibrarySchema {
  static let migrations = [
    Migration(version: 1, sql: tables), Migration(version: 2, sql: pieces),
    Migration(version: 3, sql: genreAlbums),
  ]

  /// Unique keys only: the other indexes come after the first fill, when they cost a tenth.
  private static let tables = """
    -- locale, collator (version of the keys), indexed (the indexes are there), listener (revision copied).
    CREATE TABLE facts (name TEXT PRIMARY KEY, value) WITHOUT ROWID;

    -- The folders that the user gave. `missing`: since when it is not there; NULL: it is.
    CREATE TABLE roots (id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, missing INTEGER);

    -- Every folder with files in it. `neighbourhood`: the path of the folder over it (over a disc folder: the one
    -- over that), beyond which no album reaches.
    CREATE TABLE folders (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, neighbourhood BLOB NOT NULL);
    CREATE INDEX foldersByNeighbourhood ON folders (neighbourhood);

    -- Every file that was looked at. `size` to `changed` decide whether it has to be read again; `device` and
    -- `inode` are hints. `kind`: 0 a track, 1 audio that can't be read, 2 none of our business. `appeared`: it may
    -- be one that vanished elsewhere, which has not been looked into yet.
    CREATE TABLE files (
      id INTEGER PRIMARY KEY,
      folder INTEGER NOT NULL, name BLOB NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
      device INTEGER NOT NULL, inode INTEGER NOT NULL,
      kind INTEGER NOT NULL, missing INTEGER, appeared INTEGER,
      UNIQUE (folder, name));

    -- What can be played. A track's ID is its file's; it stays through rescans, edits and moves. `audioKey` and
    -- `audioLength` name the sound whatever the tags are; `digest` tells whether anything read was different.
    CREATE TABLE tracks (
      id INTEGER PRIMARY KEY,
      audioKey INTEGER, audioLength INTEGER, digest INTEGER NOT NULL,
      title TEXT, artists TEXT NOT NULL, albumArtists TEXT NOT NULL, album TEXT, composers TEXT NOT NULL,
      genres TEXT NOT NULL, comment TEXT, grouping TEXT,
      number INTEGER, numberTotal INTEGER, disc INTEGER, discTotal INTEGER,
      date INTEGER, originalDate INTEGER, isCompilation INTEGER NOT NULL,
      titleSort TEXT, artistSort TEXT, albumSort TEXT, albumArtistSort TEXT, composerSort TEXT,
      beatsPerMinute REAL,
      recordingID TEXT, releaseTrackID TEXT, releaseID TEXT, releaseGroupID TEXT,
      artistIDs TEXT NOT NULL, albumArtistIDs TEXT NOT NULL,
      trackGain REAL, trackPeak REAL, albumGain REAL, albumPeak REAL,
      tagRating INTEGER, pictures INTEGER NOT NULL,
      milliseconds INTEGER, bitrate INTEGER, sampleRate INTEGER, channels INTEGER, bits INTEGER,
      codec INTEGER NOT NULL, isCutShort INTEGER NOT NULL,
      charset TEXT, isCharsetSure INTEGER NOT NULL, undecoded BLOB,
      titleKey BLOB NOT NULL, artistKey BLOB NOT NULL, albumKey BLOB NOT NULL,
      searchText BLOB NOT NULL,
      albumID INTEGER,
      -- Copied from listener.db, so that lists can be sorted and chosen by them.
      added INTEGER NOT NULL, plays INTEGER NOT NULL DEFAULT 0, skips INTEGER NOT NULL DEFAULT 0,
      lastPlayed INTEGER, rating INTEGER);

    -- `artists` empty: various ones. `folder`, `neighbourhood`: as in `folders`. `cover`: the track asked for it.
    CREATE TABLE albums (
      id INTEGER PRIMARY KEY, neighbourhood BLOB NOT NULL, folder BLOB,
      title TEXT NOT NULL, artists TEXT NOT NULL, isCompilation INTEGER NOT NULL, date INTEGER,
      releaseID TEXT, cover INTEGER NOT NULL, trackCount INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
      genre TEXT, added INTEGER NOT NULL, titleKey BLOB NOT NULL, artistKey BLOB NOT NULL);

    -- Names of people and bands; those that are written alike but for case and accents are one.
    CREATE TABLE artists (
      id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL, nameKey BLOB NOT NULL);

    -- `role`: 0 artist, 1 album artist, 2 composer.
    CREATE TABLE credits (
      track INTEGER NOT NULL, role INTEGER NOT NULL, artist INTEGER NOT NULL,
      PRIMARY KEY (track, role, artist)) WITHOUT ROWID;

    CREATE TABLE genres (
      id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL, nameKey BLOB NOT NULL);
    CREATE TABLE trackGenres (
      track INTEGER NOT NULL, genre INTEGER NOT NULL, PRIMARY KEY (track, genre)) WITHOUT ROWID;

    -- What could not be read, by its whole path. `reason` and `detail`: see `StoredProblem`.
    CREATE TABLE problems (
      path BLOB PRIMARY KEY, reason INTEGER NOT NULL, detail INTEGER NOT NULL, isFolder INTEGER NOT NULL)
    WITHOUT ROWID;

    -- Neighbourhoods whose albums have to be made again: noted in the transaction that changed their tracks.
    CREATE TABLE stale (neighbourhood BLOB PRIMARY KEY) WITHOUT ROWID;
    """

  static let newest = migrations.last?.version ?? 0

  private static let pieces = """
    -- A file that a CUE sheet cuts has a track for each piece and none for the whole: `start` and `stop` in nanoseconds
    -- of the file. Its ID is made of the file's and the piece's number (`TrackPiece`); elsewhere it is the file's.
    -- Sheets are `files` of kind 3.
    ALTER TABLE tracks ADD COLUMN file INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tracks ADD COLUMN start INTEGER;
    ALTER TABLE tracks ADD COLUMN stop INTEGER;
    UPDATE tracks SET file = id;
    CREATE INDEX tracksOfFile ON tracks (file);

    -- Folders in the roots that are not looked into.
    CREATE TABLE ignored (path BLOB PRIMARY KEY) WITHOUT ROWID;

    -- How loud tracks without gains in their tags were found to be. `gain` NULL: silence. Holds as long as the sound
    -- is the same.
    CREATE TABLE loudness (
      track INTEGER PRIMARY KEY, audioKey INTEGER, gain REAL, peak REAL, albumGain REAL, albumPeak REAL);
    """

  private static let genreAlbums = """
    -- `album` is the track's, so that a genre's albums are counted without looking at its tracks.
    ALTER TABLE trackGenres ADD COLUMN album INTEGER;
    UPDATE trackGenres SET album = (SELECT albumID FROM tracks WHERE id = track);
    CREATE TRIGGER trackGenresFollow AFTER UPDATE OF albumID ON tracks BEGIN
      UPDATE trackGenres SET album = NEW.albumID WHERE track = NEW.id;
    END;

    -- These two have more columns now: the next scan makes them.
    DROP INDEX IF EXISTS tracksOfGenre;
    DROP INDEX IF EXISTS tracksByDate;
    DELETE FROM facts WHERE name = 'indexed';
    """

  /// One for every order in which the app shows something.
  static let indexes = """
    CREATE INDEX IF NOT EXISTS filesMissing ON files (missing) WHERE missing IS NOT NULL;
    CREATE INDEX IF NOT EXISTS filesAppeared ON files (appeared) WHERE appeared IS NOT NULL;
    CREATE INDEX IF NOT EXISTS tracksByTitle ON tracks (titleKey);
    CREATE INDEX IF NOT EXISTS tracksByArtist ON tracks (artistKey, albumKey, disc, number);
    CREATE INDEX IF NOT EXISTS tracksByAlbum ON tracks (albumKey, albumID, disc, number);
    CREATE INDEX IF NOT EXISTS tracksOfAlbum ON tracks (albumID, disc, number);
    CREATE INDEX IF NOT EXISTS tracksByDate ON tracks (date, albumID);
    CREATE INDEX IF NOT EXISTS tracksByLength ON tracks (milliseconds);
    CREATE INDEX IF NOT EXISTS tracksByAdded ON tracks (added);
    CREATE INDEX IF NOT EXISTS tracksByPlays ON tracks (plays) WHERE plays > 0;
    CREATE INDEX IF NOT EXISTS tracksByLastPlayed ON tracks (lastPlayed) WHERE lastPlayed IS NOT NULL;
    CREATE INDEX IF NOT EXISTS tracksByRating ON tracks (rating) WHERE rating IS NOT NULL;
    CREATE INDEX IF NOT EXISTS tracksByAudio ON tracks (audioKey);
    CREATE INDEX IF NOT EXISTS albumsByTitle ON albums (titleKey, artistKey);
    CREATE INDEX IF NOT EXISTS albumsByArtist ON albums (artistKey, date, titleKey);
    CREATE INDEX IF NOT EXISTS albumsByDate ON albums (date, titleKey);
    CREATE INDEX IF NOT EXISTS albumsByAdded ON albums (added);
    CREATE INDEX IF NOT EXISTS albumsOfNeighbourhood ON albums (neighbourhood);
    CREATE INDEX IF NOT EXISTS artistsByName ON artists (nameKey);
    CREATE INDEX IF NOT EXISTS creditsByArtist ON credits (artist, role, track);
    CREATE INDEX IF NOT EXISTS genresByName ON genres (nameKey);
    CREATE INDEX IF NOT EXISTS tracksOfGenre ON trackGenres (genre, album, track);
    """
}

/// Several values in one text column, U+001F (the unit separator) between them. A value that holds one loses it.
enum ValueList {
  static func joined(_ values: [String]) -> String {
    switch values.count {
    case 0: return ""
    case 1: return values[0]
    default: return values.map { $0.filter { $0 != "\u{1f}" } }.joined(separator: "\u{1f}")
    }
  }

  static func values(_ text: String?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    return text.utf8.contains(0x1f) ? text.split(separator: "\u{1f}").map(String.init) : [text]
  }
}
