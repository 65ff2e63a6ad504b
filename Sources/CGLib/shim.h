// GLib, GObject and GIO: what runs without a display.
#pragma once
#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-object.h>
#include <glib-unix.h>
#include <glib.h>
