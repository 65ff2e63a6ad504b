// Tests of the app's state and of what is arithmetic in its views; nothing here needs a display.
//
//   StateTests     one action in, the next state and the effects out
//   LibraryTests   albums, search, wording, command line, the full player's layout
