// Only makes the library known to Carchive, whose code includes <archive.h> itself.
