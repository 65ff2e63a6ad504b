// # MusicLibrary: files to tracks
//
// - `TagReaderPool/`: `TagReaderPool` starts the helper processes that read untrusted files and talks to them.
// - `TagEditing/`: `TagFileEditor` edits the tags of files, by the helper, on copies.
// - `MediaLoader/`: `MediaLoader` turns files, folders and URIs into tracks, in batches, the first at once;
//   `FolderWalk` finds the files; `MediaProblem` says what was wrong with one.
// - `ListFiles/`: playlists, CUE sheets and lyrics beside the music.
// - `ListenerImport/`: counts, ratings and playlists of other players.
// - `AlbumGrouping/`: `AlbumGrouping` makes albums of tracks.
// - `SearchIndex/`: `SearchIndex` finds items by any of their texts.
// - `Library/`: `Library` is what the app uses: the stores and their one writer; `LibraryLists` reads them.
// - `LibraryStore/`, `ListenerStore/`: what is known of the files; what the listener did and made.
// - `Scanner/`: brings the store in line with the disk. `Watcher/`: tells what changes on it.
// - `Database/`: one SQLite file: statements, transactions, migrations, backups.
// - `CoverLoader/`: `CoverLoader` gives pictures as pixels, from memory if it can.
//
// Nothing here runs on the main thread, and nothing here traps on what is on a disk.
