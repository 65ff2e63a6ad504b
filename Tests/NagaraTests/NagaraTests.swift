// Tests of the app's state and of what is arithmetic in its views; nothing here needs a display.
//
//   StateTests           one action in, the next state and the effects out; of the session SessionStateTests, of
//                        playlists, shelves and stations PlaylistStateTests, ShelvesTests, StationStateTests, of words
//                        LyricsStateTests, of counts PlayCountTests
//   LibraryTests         albums, search, wording, command line, the full player's layout
//   ListTests            type-ahead, columns; the songs' order in SongOrderTests
//   RuleFormTests        smart playlists as their editor holds them
//   HeadlessTests        what the commands without a window print; their texts in OptionTextsTests
