#include "cpeer.h"

#include <ZXing/ZXingC.h>
#include <vips/vips.h>

// Replaces *image by `made` if the operation succeeded; the old picture is released either way.
static int replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

static int prepare(VipsImage **image) {
  VipsImage *made = NULL;
  if (vips_image_get_orientation(*image) > 1) {
    // Turning reads out of order, which a picture opened for sequential access does not allow.
    if (!(made = vips_image_copy_memory(*image))) return -1;
    if (replaced(image, 0, &made)) return -1;
    if (replaced(image, vips_autorot(*image, &made, NULL), &made)) return -1;
  }
  if (vips_image_hasalpha(*image)) {
    double white = 255.0;
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    int status = vips_flatten(*image, &made, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    if (replaced(image, status, &made)) return -1;
  }
  if (replaced(image, vips_colourspace(*image, &made, VIPS_INTERPRETATION_B_W, NULL), &made)) return -1;
  return replaced(image, vips_cast_uchar(*image, &made, NULL), &made);
}

int cpeer_open(const void *bytes, size_t byte_count, cpeer_grey *grey) {
  VipsImage *image = vips_image_new_from_buffer(bytes, byte_count, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
  if (!image || prepare(&image)) {
    if (image) g_object_unref(image);
    vips_error_clear();
    return -1;
  }
  size_t count = 0;
  uint8_t *pixels = vips_image_write_to_memory(image, &count);
  *grey = (cpeer_grey) {pixels, vips_image_get_width(image), vips_image_get_height(image)};
  g_object_unref(image);
  vips_error_clear();
  return pixels ? 0 : -1;
}

int cpeer_read(const cpeer_grey *grey) {
  ZXing_ImageView *view =
    ZXing_ImageView_new(grey->pixels, grey->width, grey->height, ZXing_ImageFormat_Lum, 0, 0);
  ZXing_ReaderOptions *options = ZXing_ReaderOptions_new();
  ZXing_Barcodes *codes = view && options ? ZXing_ReadBarcodes(view, options) : NULL;
  int count = codes ? ZXing_Barcodes_size(codes) : -1;
  for (int i = 0; i < count; i++) ZXing_free(ZXing_Barcode_text(ZXing_Barcodes_at(codes, i)));
  if (codes) ZXing_Barcodes_delete(codes);
  if (options) ZXing_ReaderOptions_delete(options);
  if (view) ZXing_ImageView_delete(view);
  return count;
}

void cpeer_close(cpeer_grey *grey) {
  g_free(grey->pixels);
  grey->pixels = NULL;
}
