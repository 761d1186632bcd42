// Colour pictures: conversion to sRGB, resizing, perspective correction, and JPEG output.
#include <math.h>
#include <stdlib.h>

#include "internal.h"

static int is_plain(VipsImage *image) {
  VipsInterpretation kind = vips_image_guess_interpretation(image);
  return vips_image_get_format(image) == VIPS_FORMAT_UCHAR &&
    (kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_B_W);
}

// Applies the picture's ICC profile. An invalid one is ignored, as browsers do.
static void follow_profile(VipsImage **image) {
  VipsImage *made = NULL;
  if (!vips_image_get_typeof(*image, VIPS_META_ICC_NAME)) return;
  if (vips_icc_transform(*image, &made, "srgb", "embedded", TRUE, NULL) == 0) {
    g_object_unref(*image);
    *image = made;
  } else {
    vips_error_clear();
  }
}

static int lay_on_white(VipsImage **image) {
  VipsImage *made = NULL;
  double white = 255.0;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  int status = vips_flatten(*image, &made, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return cvips_replaced(image, status, &made);
}

int cvips_flatten_to_srgb(VipsImage **image) {
  VipsImage *made = NULL;
  follow_profile(image);
  if (!is_plain(*image) && vips_colourspace_issupported(*image)) {
    int status = vips_colourspace(*image, &made, VIPS_INTERPRETATION_sRGB, NULL);
    if (cvips_replaced(image, status, &made)) return -1;
  }
  if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR) {
    if (cvips_replaced(image, vips_cast_uchar(*image, &made, NULL), &made)) return -1;
  }
  if (vips_image_hasalpha(*image) && lay_on_white(image)) return -1;
  int bands = vips_image_get_bands(*image);
  if (bands == 3) return 0;
  int status = vips_extract_band(*image, &made, 0, "n", bands < 3 ? 1 : 3, NULL);
  if (cvips_replaced(image, status, &made)) return -1;
  if (bands > 3) return 0;
  VipsImage *grey[] = {*image, *image, *image};
  return cvips_replaced(image, vips_bandjoin(grey, &made, 3, NULL), &made);
}

static VipsImage *wrapped(const cvips_colour *colour) {
  size_t count = (size_t) colour->width * colour->height * 3;
  return vips_image_new_from_memory(colour->pixels, count, colour->width, colour->height, 3, VIPS_FORMAT_UCHAR);
}

int cvips_shrink_colour(const cvips_colour *from, double factor, cvips_colour *to) {
  VipsImage *image = wrapped(from), *made = NULL;
  if (!image) return cvips_failed();
  int status = cvips_replaced(&image, vips_resize(image, &made, factor, NULL), &made);
  if (status == 0) status = cvips_evaluate_colour(image, 1, to);
  if (image) g_object_unref(image);
  return status == 0 ? CVIPS_OK : cvips_failed();
}

// Adds the colour at a point, by linear interpolation of the four pixels around it.
static void add_at(const cvips_colour *from, double x, double y, double sum[3]) {
  x = VIPS_CLIP(0, x, from->width - 1.001);
  y = VIPS_CLIP(0, y, from->height - 1.001);
  int column = (int) x, row = (int) y;
  double right = x - column, below = y - row;
  const uint8_t *upper = from->pixels + ((size_t) row * from->width + column) * 3;
  const uint8_t *lower = upper + (size_t) from->width * 3;
  for (int band = 0; band < 3; band++) {
    double above = upper[band] + (upper[band + 3] - upper[band]) * right;
    sum[band] += above + (lower[band] + (lower[band + 3] - lower[band]) * right - above) * below;
  }
}

int cvips_project_colour(const cvips_colour *from, const double map[8], int width, int height, cvips_colour *to) {
  if (from->width < 2 || from->height < 2) return CVIPS_DAMAGED;
  uint8_t *pixels = malloc((size_t) width * height * 3), *out = pixels;
  if (!pixels) return CVIPS_OUT_OF_MEMORY;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++, out += 3) {
      double sum[3] = {0, 0, 0};
      // Four samples per pixel prevent aliasing when the picture shrinks to half its size.
      for (int part = 0; part < 4; part++) {
        double u = x + (part % 2 ? 0.25 : -0.25), v = y + (part / 2 ? 0.25 : -0.25);
        double w = map[6] * u + map[7] * v + 1;
        add_at(from, (map[0] * u + map[1] * v + map[2]) / w, (map[3] * u + map[4] * v + map[5]) / w, sum);
      }
      for (int band = 0; band < 3; band++) out[band] = (uint8_t) lrint(sum[band] / 4);
    }
  }
  *to = (cvips_colour) {pixels, width, height};
  return CVIPS_OK;
}

int cvips_save_jpeg(const cvips_colour *from, int quality, uint8_t **bytes, size_t *byte_count) {
  VipsImage *image = wrapped(from), *made = NULL;
  if (!image) return cvips_failed();
  void *written = NULL;
  int status = cvips_replaced(
    &image, vips_copy(image, &made, "interpretation", VIPS_INTERPRETATION_sRGB, NULL), &made);
  if (status == 0) {
    // libvips 8.15 replaced "strip" by "keep", but still accepts it.
    status = vips_jpegsave_buffer(
      image, &written, byte_count, "Q", quality, "strip", TRUE, "optimize-coding", TRUE, NULL);
  }
  if (image) g_object_unref(image);
  if (status != 0) return cvips_failed();
  *bytes = written;
  return CVIPS_OK;
}

void cvips_free_bytes(uint8_t *bytes) { g_free(bytes); }
