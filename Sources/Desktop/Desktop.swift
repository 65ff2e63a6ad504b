// Desktop: what the app says to the desktop over D-Bus. No GTK here, so that a test without a display can
// drive it over a bus of its own.
//
//   MPRIS/              the player on the bus: media keys, desktop shells, playerctl, KDE Connect
//   SearchProvider      what GNOME's search finds in the program
//   TrackNotification   what the desktop shows when another track starts
//   ArtworkFiles        covers as files, for both; PNG, how they are written
//   XMLReading          GLib's XML reader, for modules that know no GLib
