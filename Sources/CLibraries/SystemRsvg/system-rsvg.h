// Only makes the library known to Crsvg, whose code includes <librsvg/rsvg.h> itself.
