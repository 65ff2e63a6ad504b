import CGdkPixbuf
