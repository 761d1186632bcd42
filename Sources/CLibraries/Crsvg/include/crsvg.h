// Renders our own drawings from SVG to PNG and PDF: librsvg draws, cairo writes, so that text in any script finds
// its fonts.
#ifndef CARDVAULT_CRSVG_H
#define CARDVAULT_CRSVG_H

#include <stddef.h>
#include <stdint.h>

enum crsvg_output {
  // Pixels on white, at `dpi`.
  CRSVG_PNG = 1,
  // A page of vectors for each drawing in its own size, with the fonts embedded; drawings are separated by form feeds.
  CRSVG_PDF = 2,
};

enum crsvg_status {
  CRSVG_OK = 0,
  // `crsvg_reason` has the library's message.
  CRSVG_NOT_DRAWABLE = 1,
  CRSVG_OUT_OF_MEMORY = 2,
};

// A file in memory, which the caller frees with free().
typedef struct {
  uint8_t *bytes;
  size_t byte_count;
} crsvg_file;

// Renders a drawing that has its own width and height (attributes or viewBox); one SVG unit is 1/96 inch. Nothing
// outside the drawing is ever loaded. `dpi` applies only to pixels; `longest` is the most pixels or points that a
// side may have.
int crsvg_render(
  const void *svg, size_t byte_count, int output, double dpi, double longest, crsvg_file *file);

// The library's message for the last failure; valid until the next call.
const char *crsvg_reason(void);

// The version of librsvg that this was built with, and that of cairo that is running.
const char *crsvg_version(void);
const char *crsvg_cairo_version(void);

#endif
