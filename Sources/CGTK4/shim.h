// GTK 4 whole. The floor is 4.8 (Debian 12): an older one fails here, in words, and symbols newer
// than the floor are marked unavailable by GTK's own version macros.
#pragma once
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#include <gtk/gtk.h>
// Variadic, and what isn't came with GLib 2.80.
static inline void nagara_command_line_print(GApplicationCommandLine *line, const char *text) {
  g_application_command_line_print(line, "%s", text);
}
static inline void nagara_command_line_print_error(GApplicationCommandLine *line, const char *text) {
  g_application_command_line_printerr(line, "%s", text);
}
#if !GTK_CHECK_VERSION(4, 8, 0)
#error "Nagara needs GTK 4.8 or newer"
#endif
