// Turns grey pictures with libvips.
#include "internal.h"

static VipsImage *wrapped(const cvips_grey *grey) {
  size_t count = (size_t) grey->width * grey->height;
  return vips_image_new_from_memory(grey->pixels, count, grey->width, grey->height, 1, VIPS_FORMAT_UCHAR);
}

// Computes `made` into `to`, if `status` reports that the operation could be set up.
static int finish(VipsImage *image, int status, VipsImage **made, cvips_grey *to) {
  if (status == 0) {
    status = cvips_evaluate(*made, 1, to);
    g_object_unref(*made);
  }
  g_object_unref(image);
  return status == 0 ? CVIPS_OK : cvips_failed();
}

int cvips_turn(const cvips_grey *from, double degrees, cvips_grey *to) {
  VipsImage *image = wrapped(from), *made = NULL;
  if (!image) return cvips_failed();
  double white = 255.0;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  int status = vips_similarity(image, &made, "angle", degrees, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return finish(image, status, &made, to);
}
