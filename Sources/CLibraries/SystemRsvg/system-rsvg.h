// Only names the library for Crsvg, whose code includes <librsvg/rsvg.h> itself.
