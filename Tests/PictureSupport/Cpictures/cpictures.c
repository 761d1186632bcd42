#include <malloc.h>
#include "cpictures.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

static int replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

static int prepare(VipsImage **image, int bands, cpictures_storage storage) {
  VipsImage *made = NULL;
  VipsInterpretation kind = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
  if (replaced(image, vips_copy(*image, &made, "interpretation", kind, NULL), &made)) return -1;
  if (storage.is_cmyk) {
    if (replaced(image, vips_colourspace(*image, &made, VIPS_INTERPRETATION_CMYK, NULL), &made)) return -1;
  }
  if (storage.is_16_bit) {
    VipsInterpretation wide = bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    if (replaced(image, vips_colourspace(*image, &made, wide, NULL), &made)) return -1;
  }
  if (storage.orientation > 0) vips_image_set_int(*image, VIPS_META_ORIENTATION, storage.orientation);
  if (storage.page_height > 0) vips_image_set_int(*image, VIPS_META_PAGE_HEIGHT, storage.page_height);
  return 0;
}

int cpictures_save(
  const uint8_t *pixels, int width, int height, int bands, const char *suffix, cpictures_storage storage,
  uint8_t **bytes, size_t *byte_count) {
  size_t count = (size_t) width * height * bands;
  VipsImage *image = vips_image_new_from_memory_copy(pixels, count, width, height, bands, VIPS_FORMAT_UCHAR);
  if (!image) return -1;
  int status = prepare(&image, bands, storage);
  void *made = NULL;
  if (status == 0) status = vips_image_write_to_buffer(image, suffix, &made, byte_count, NULL);
  if (status == 0) {
    *bytes = malloc(*byte_count);
    memcpy(*bytes, made, *byte_count);
    g_free(made);
  }
  if (image) g_object_unref(image);
  return status == 0 ? 0 : -1;
}

int cpictures_opens(const uint8_t *bytes, size_t byte_count) {
  VipsImage *image = vips_image_new_from_buffer(bytes, byte_count, "", NULL);
  if (!image) return 0;
  g_object_unref(image);
  return 1;
}

void cpictures_return_memory(void) { mallopt(M_MMAP_THRESHOLD, 64 << 10); }
