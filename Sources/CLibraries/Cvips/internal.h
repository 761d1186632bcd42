// Shared by this folder's files alone.
#ifndef CARDVAULT_CVIPS_INTERNAL_H
#define CARDVAULT_CVIPS_INTERNAL_H

#include <vips/vips.h>

#include "cvips.h"

// Keeps the first line of libvips' words for `cvips_reason` and says which status they amount to.
int cvips_failed(void);

// Whether this libvips has the loader that `format` needs.
int cvips_has_loader(int format);

// Sets *made up to be the luma of `image`, 8 bits a band, grey or colour; what is transparent is laid on white.
int cvips_grey_of(VipsImage *image, VipsImage **made);

// Computes `image`, one band of 8 bits, strip by strip, top to bottom, into a new grey picture that stands as EXIF
// orientation `orientation` wants it.
int cvips_evaluate(VipsImage *image, int orientation, cvips_grey *grey);

// Replaces *image by `made` when the operation went well; the old picture is let go of either way.
static inline int cvips_replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

#endif
