// GLib, GObject and GIO: what runs without a display. Below the includes: macros that Swift can't
// import, and the two libdispatch entry points that a foreign main loop needs (they are exported for
// CoreFoundation's run loop, hence the suffix, and are in no public header).
#pragma once
#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-object.h>
#include <glib-unix.h>
#include <glib.h>
#include <libintl.h>
#include <malloc.h>

int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

static inline gboolean nagara_is_a(gpointer instance, GType type) {
  return G_TYPE_CHECK_INSTANCE_TYPE((GTypeInstance *)instance, type);
}
static inline GType nagara_type_of(gpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline const GType nagara_type_object(void) { return G_TYPE_OBJECT; }

// Variadic, and what isn't came with GLib 2.80.
static inline void nagara_command_line_print(GApplicationCommandLine *line, const char *text) {
  g_application_command_line_print(line, "%s", text);
}
static inline void nagara_command_line_print_error(GApplicationCommandLine *line, const char *text) {
  g_application_command_line_printerr(line, "%s", text);
}
