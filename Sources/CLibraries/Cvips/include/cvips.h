// The parts of libvips that the reader needs, without variadic calls: pictures in, grey pixels or a small JPEG out.
//
// Everything is computed strip by strip on the calling thread; libvips starts a thread of its own only in
// `cvips_save_jpeg`.
#ifndef CARDVAULT_CVIPS_H
#define CARDVAULT_CVIPS_H

#include <stddef.h>
#include <stdint.h>

// The formats that may be opened; all other loaders of libvips are blocked.
enum cvips_format {
  CVIPS_JPEG = 1,
  CVIPS_PNG,
  CVIPS_WEBP,
  CVIPS_HEIF,
  CVIPS_TIFF,
  CVIPS_GIF,
  CVIPS_PDF,
};

enum cvips_status {
  CVIPS_OK = 0,
  // The bytes are truncated or invalid; `cvips_reason` has libvips' message.
  CVIPS_DAMAGED = 1,
  CVIPS_OUT_OF_MEMORY = 2,
  // This libvips was built without a loader for the format.
  CVIPS_NO_LOADER = 3,
};

// A picture's header, before any pixel is decoded.
typedef struct {
  // Size in pixels as stored, before the orientation is applied; for a PDF page, as it would be rendered.
  int width, height;
  // EXIF orientation, 1 to 8.
  int orientation;
  // Pages of a document, or pictures of an animation.
  int page_count;
  // Bytes of one decoded pixel, at most 1024.
  int pixel_byte_count;
  // Whether it is a JPEG with several scans (progressive) or a PNG with several passes, which are decoded as a whole.
  int is_interlaced;
} cvips_header;

// A page of an opened file. The caller keeps the file's bytes and passes them again to decode.
typedef struct cvips_picture cvips_picture;

// One byte per pixel, no gaps between rows; the caller owns `pixels` and frees it with free().
typedef struct {
  uint8_t *pixels;
  int width, height;
} cvips_grey;

// Three bytes per pixel: red, green and blue, sRGB. Otherwise like `cvips_grey`.
typedef struct {
  uint8_t *pixels;
  int width, height;
} cvips_colour;

// Starts libvips, blocks every loader but those listed above, and switches its cache off. Once per process.
int cvips_start(void);

// Makes the decoders load what they need on first use: no library is loaded after that. A missing decoder is skipped,
// and reported when a picture needs it.
void cvips_load_decoders(void);

// Opens page `page` (from 0) and reads its header, with a document's password (empty without one). A PDF page is drawn at 200 dots per inch, or at the lower
// resolution that makes its longer side 4,800 pixels.
int cvips_open(
  const void *bytes, size_t byte_count, int format, int page, const char *password, cvips_picture **picture,
  cvips_header *header);

// Decodes the page to grey, upright, on white (or black); shrunk so that its longer side is about `longest` pixels (never
// enlarged; a picture slightly above `longest` is left as it is). 0 means full size. May be repeated. The bytes must
// be those that the page was opened from.
int cvips_read(cvips_picture *picture, const void *bytes, size_t byte_count, int longest, cvips_grey *grey);

// The same in colour.
int cvips_read_colour(cvips_picture *picture, const void *bytes, size_t byte_count, int longest, cvips_colour *colour);

// Lays a transparent picture on black from now on, where it is decoded to grey. Returns whether it is transparent.
int cvips_lay_on_black(cvips_picture *picture);

// Draws a PDF page at `factor` times the resolution from now on, or as much larger as its longer side of at most 4,800
// pixels allows. Returns whether it does: pictures, and pages that are large already, stay as they are.
int cvips_redraw(cvips_picture *picture, double factor);

void cvips_close(cvips_picture *picture);

// Turns the picture clockwise by `degrees` about its middle, on a white background large enough for all of it.
int cvips_turn(const cvips_grey *from, double degrees, cvips_grey *to);
// Twice as wide and high, by linear interpolation: pixel (2x + 1, 2y + 1) is pixel (x, y).
int cvips_double(const cvips_grey *from, cvips_grey *to);
// Unsharp masking: the difference from the mean about a pixel, weighted by a Gaussian of 2 pixels, counts twice.
int cvips_sharpen(const cvips_grey *from, cvips_grey *to);
// Blurs by 0.7 pixels: the weights 1, 2, 1 in both directions.
int cvips_smooth(const cvips_grey *from, cvips_grey *to);

// Swaps dark and light.
int cvips_invert(const cvips_grey *from, cvips_grey *to);
// Averages each block of 2 x 2 pixels; an odd last row or column is dropped.
int cvips_halve(const cvips_grey *from, cvips_grey *to);
// Crops to the middle: `share` (above 0, at most 1) of width and height.
int cvips_middle(const cvips_grey *from, double share, cvips_grey *to);
// Evens out local contrast: CLAHE (Zuiderveld, Graphics Gems IV, VIII.5) with 8 x 8 tiles and clip limit 4.
int cvips_even_out(const cvips_grey *from, cvips_grey *to);

// Shrinks by `factor`, below 1 (averaging).
int cvips_shrink_colour(const cvips_colour *from, double factor, cvips_colour *to);
// Resamples with a perspective map, by linear interpolation: pixel (x, y) of the new picture comes from
// ((a x + b y + c) / w, (d x + e y + f) / w) of the old one, where w = g x + h y + 1. `map` holds a to h. (0, 0) is the
// centre of the first pixel; points outside get the nearest pixel.
int cvips_project_colour(const cvips_colour *from, const double map[8], int width, int height, cvips_colour *to);
// Writes a JPEG (ITU-T T.81) of `quality`, 1 to 100, without metadata; free `bytes` with cvips_free_bytes().
int cvips_save_jpeg(const cvips_colour *from, int quality, uint8_t **bytes, size_t *byte_count);
void cvips_free_bytes(uint8_t *bytes);

// The first line of libvips' message for the last failure; valid until the next call.
const char *cvips_reason(void);

// The version of libvips that is running, such as "8.14.1".
const char *cvips_version(void);

#endif
