// gdk-pixbuf: decodes covers, in the tag-reader process only.
#pragma once
#include <gdk-pixbuf/gdk-pixbuf.h>
