// Desktop: what the app says to the desktop over D-Bus. No GTK here, so that a test without a display can
// drive it over a bus of its own.
