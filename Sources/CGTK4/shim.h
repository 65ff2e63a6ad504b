// GTK 4 whole. The floor is 4.8 (Debian 12): an older one fails here, in words, and symbols newer
// than the floor are marked unavailable by GTK's own version macros.
#pragma once
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#include <gtk/gtk.h>
#if !GTK_CHECK_VERSION(4, 8, 0)
#error "Nagara needs GTK 4.8 or newer"
#endif
