// GStreamer with its audio, app and pbutils (missing-codec) libraries.
#pragma once
#include <gst/app/gstappsink.h>
#include <gst/audio/audio.h>
#include <gst/audio/streamvolume.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
