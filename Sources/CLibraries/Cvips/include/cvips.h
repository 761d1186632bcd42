// What the reader needs of libvips, without its variadic calls: pictures in, grey pixels out.
//
// Everything is computed strip by strip on the calling thread; libvips' own worker threads are never used.
#ifndef CARDVAULT_CVIPS_H
#define CARDVAULT_CVIPS_H

#include <stddef.h>
#include <stdint.h>

// The formats that may be opened; any other loader of libvips is blocked.
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
  // The bytes are cut off or make no sense; `cvips_reason` has libvips' words.
  CVIPS_DAMAGED = 1,
  CVIPS_OUT_OF_MEMORY = 2,
  // This libvips was built without a loader for the format.
  CVIPS_NO_LOADER = 3,
};

// What a picture's header says, before any pixel is decoded.
typedef struct {
  // Pixels as stored, before the orientation is applied; of a PDF page, as it would be rendered.
  int width, height;
  // EXIF orientation, 1 to 8.
  int orientation;
  int page_count;
  // Bytes of one decoded pixel, at most 1024.
  int pixel_byte_count;
  // Whether it is a JPEG of several scans (progressive) or a PNG of several passes, which are decoded as a whole.
  int is_interlaced;
} cvips_header;

// A page of a file that was opened. The file's bytes stay the caller's, who hands them in again to decode.
typedef struct cvips_picture cvips_picture;

// One byte a pixel, rows without gaps; `pixels` belongs to the caller, who frees it with free().
typedef struct {
  uint8_t *pixels;
  int width, height;
} cvips_grey;

// Starts libvips, blocks every loader but those listed above, and switches its cache off. Once per process.
int cvips_start(void);

// Has the decoders load what they load on first use: after that no library is loaded any more. A decoder that is
// missing is skipped, and reported when a picture needs it.
void cvips_load_decoders(void);

// Opens page `page` (from 0) and reads its header. A PDF page is drawn at 200 dots per inch, or as many as make it
// 4,800 pixels along its longer side.
int cvips_open(
  const void *bytes, size_t byte_count, int format, int page, cvips_picture **picture, cvips_header *header);

// Decodes the page to grey, upright, on white; shrunk so that its longer side is about `longest` pixels
// (never enlarged; a bit more than `longest` is left as it is). 0 means full size. May be repeated. The bytes are
// those that it was opened from.
int cvips_read(cvips_picture *picture, const void *bytes, size_t byte_count, int longest, cvips_grey *grey);

void cvips_close(cvips_picture *picture);

// Turns the picture by `degrees` clockwise about its middle, on a white field large enough for all of it.
int cvips_turn(const cvips_grey *from, double degrees, cvips_grey *to);
// Enlarges (linear interpolation) or shrinks (averaging) by `factor`.
int cvips_scale(const cvips_grey *from, double factor, cvips_grey *to);
// Unsharp masking with libvips' defaults for `sigma` pixels.
int cvips_sharpen(const cvips_grey *from, double sigma, cvips_grey *to);

// Exchanges dark and light.
int cvips_invert(const cvips_grey *from, cvips_grey *to);
// Takes the mean of each 2 x 2 pixels; an odd last row or column is left out.
int cvips_halve(const cvips_grey *from, cvips_grey *to);
// Cuts out the middle: `share` (above 0, at most 1) of width and height.
int cvips_middle(const cvips_grey *from, double share, cvips_grey *to);
// Evens out local contrast: CLAHE (Zuiderveld, Graphics Gems IV, VIII.5) with 8 x 8 tiles and clip limit 4.
int cvips_even_out(const cvips_grey *from, cvips_grey *to);

// libvips' words for the last failure, cut to one line; valid until the next call.
const char *cvips_reason(void);

#endif
