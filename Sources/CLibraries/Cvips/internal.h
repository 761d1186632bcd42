// Shared only among the files in this folder.
#ifndef CARDVAULT_CVIPS_INTERNAL_H
#define CARDVAULT_CVIPS_INTERNAL_H

#include <vips/vips.h>

#include "cvips.h"

// Keeps the first line of libvips' message for `cvips_reason` and returns the matching status.
int cvips_failed(void);

// Whether this libvips has the loader that `format` needs.
int cvips_has_loader(int format);

// Sets *made to the luma of `image` (8 bits per band, grey or colour), with transparent parts blended onto white
// or black.
int cvips_grey_of(VipsImage *image, int is_on_black, VipsImage **made);

// Computes `image`, one band of 8 bits, strip by strip from top to bottom, into a new grey picture, turned upright by
// its EXIF orientation.
int cvips_evaluate(VipsImage *image, int orientation, cvips_grey *grey);

// The same for three bands of 8 bits.
int cvips_evaluate_colour(VipsImage *image, int orientation, cvips_colour *colour);

// Converts *image to sRGB, three bands of 8 bits, on white. Uses its ICC profile if that is valid.
int cvips_flatten_to_srgb(VipsImage **image);

// Replaces *image by *made if the operation succeeded (`status` 0), otherwise by NULL; releases the old image.
static inline int cvips_replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

#endif
