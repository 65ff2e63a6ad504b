// GStreamer with its audio, app and pbutils (missing-codec) libraries. Below the includes: macros that Swift
// can't import.
#pragma once
#include <gst/app/gstappsink.h>
#include <gst/audio/audio.h>
#include <gst/audio/streamvolume.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>

static const GstClockTime nagara_no_time = GST_CLOCK_TIME_NONE;
// Allocation queries are not passed on: serialized, they would wait at the join for their branch's turn.
static inline void nagara_pad_forward_queries(GstPad *pad) { GST_OBJECT_FLAG_SET(pad, GST_PAD_FLAG_PROXY_CAPS); }
static inline GQuark nagara_stream_error(void) { return GST_STREAM_ERROR; }
static inline GQuark nagara_resource_error(void) { return GST_RESOURCE_ERROR; }
static inline GQuark nagara_core_error(void) { return GST_CORE_ERROR; }
static inline const gchar *nagara_factory_name(GstElementFactory *factory) { return GST_OBJECT_NAME(factory); }
static inline gboolean nagara_has_property(GObject *object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}
