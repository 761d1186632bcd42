#include "cdrawing.h"

#include <ZXing/ZXingC.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// Replaces *image by `made` if the operation succeeded; the old picture is released either way.
static int replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

// Combines `other`, which is released, with *image by `join`.
static int joined(
  VipsImage **image, VipsImage *other, int (*join)(VipsImage *, VipsImage *, VipsImage **, ...)) {
  VipsImage *made = NULL;
  int status = other ? join(*image, other, &made, NULL) : -1;
  if (other) g_object_unref(other);
  return replaced(image, status, &made);
}

// Smooth shades of `depth` grey levels around `middle` that change over `cell` pixels.
static VipsImage *shades(int width, int height, int cell, double depth, double middle) {
  VipsImage *image = NULL, *made = NULL;
  if (vips_perlin(&image, width, height, "cell_size", cell, "seed", 7, NULL)) return NULL;
  return replaced(&image, vips_linear1(image, &made, depth, middle, NULL), &made) ? NULL : image;
}

// A block of meaningless words, 1 for paper and `ink` for letters.
static VipsImage *printed(int width, int height, double ink) {
  static const char *words[] = {"receipt", "garden", "two", "of", "member", "at", "opening", "1,299", "and", "thanks"};
  GString *text = g_string_new(NULL);
  for (int i = 0; i < 400; i++) g_string_append_printf(text, "%s ", words[i * i * 7 % 31 % 10]);
  VipsImage *image = NULL, *made = NULL;
  int status = vips_text(&image, text->str, "width", 1000, "dpi", 250, "font", "DejaVu Sans 10", NULL);
  g_string_free(text, TRUE);
  if (status) return NULL;
  int across = width / vips_image_get_width(image) + 1, down = height / vips_image_get_height(image) + 1;
  if (replaced(&image, vips_replicate(image, &made, across, down, NULL), &made)) return NULL;
  if (replaced(&image, vips_crop(image, &made, 0, 0, width, height, NULL), &made)) return NULL;
  return replaced(&image, vips_linear1(image, &made, (ink - 1) / 255, 1.0, NULL), &made) ? NULL : image;
}

// The symbol at one pixel per module, with its quiet zone.
static VipsImage *symbol(ZXing_BarcodeFormat format, const char *text) {
  VipsImage *image = NULL;
  ZXing_CreatorOptions *options = ZXing_CreatorOptions_new(format);
  ZXing_Barcode *barcode = ZXing_CreateBarcodeFromText(text, (int) strlen(text), options);
  ZXing_WriterOptions *writing = ZXing_WriterOptions_new();
  ZXing_WriterOptions_setScale(writing, 1);
  ZXing_WriterOptions_setAddQuietZones(writing, true);
  ZXing_Image *drawn = barcode ? ZXing_WriteBarcodeToImage(barcode, writing) : NULL;
  if (drawn) {
    int width = ZXing_Image_width(drawn), height = ZXing_Image_height(drawn);
    image = vips_image_new_from_memory_copy(
      ZXing_Image_data(drawn), (size_t) width * height, width, height, 1, VIPS_FORMAT_UCHAR);
    ZXing_Image_delete(drawn);
  }
  ZXing_WriterOptions_delete(writing);
  if (barcode) ZXing_Barcode_delete(barcode);
  ZXing_CreatorOptions_delete(options);
  return image;
}

// A white card with the symbol, a third as wide as the picture; its ink is not quite black.
static int lay_card(VipsImage **image, VipsImage *code, int width, int height) {
  VipsImage *made = NULL;
  if (!code) return -1;
  int scale = VIPS_MAX(1, width / 3 / vips_image_get_width(code));
  if (replaced(&code, vips_zoom(code, &made, scale, scale, NULL), &made)) return -1;
  if (replaced(&code, vips_linear1(code, &made, 200.0 / 255, 35.0, NULL), &made)) return -1;
  int status = vips_insert(*image, code, &made, width * 3 / 10, height * 3 / 10, NULL);
  g_object_unref(code);
  return replaced(image, status, &made);
}

static VipsImage *drawn(cdrawing_subject subject, int width, int height) {
  VipsImage *image = shades(width, height, VIPS_MAX(16, width / 5), 70.0, 150.0), *made = NULL, *noise = NULL;
  if (!image) return NULL;
  if (joined(&image, shades(width, height, VIPS_MAX(8, width / 40), 15.0, 0.0), vips_add)) return NULL;
  int status = 0;
  switch (subject) {
  case CDRAWING_SCENE:
  case CDRAWING_CALM: break;
  case CDRAWING_PAGE: status = joined(&image, printed(width, height, 0.25), vips_multiply); break;
  case CDRAWING_EAN13:
    status = lay_card(&image, symbol(ZXing_BarcodeFormat_EAN13, "4012345678901"), width, height);
    break;
  case CDRAWING_QR:
    status = lay_card(&image, symbol(ZXing_BarcodeFormat_QRCode, "MEMBER 4012-3456-7890"), width, height);
    break;
  }
  if (status) return NULL;
  // A lens's softness, and the noise of a phone's camera in daylight.
  if (replaced(&image, vips_gaussblur(image, &made, 0.8, NULL), &made)) return NULL;
  if (vips_gaussnoise(&noise, width, height, "sigma", subject == CDRAWING_CALM ? 0.0 : 6.0, "mean", 0.0, "seed", 7, NULL)) noise = NULL;
  if (joined(&image, noise, vips_add)) return NULL;
  // The colours of daylight: from one band to three.
  double gains[] = {1.0, 0.97, 0.9}, shifts[] = {4.0, 0.0, 2.0};
  if (replaced(&image, vips_linear(image, &made, gains, shifts, 3, NULL), &made)) return NULL;
  return replaced(&image, vips_cast_uchar(image, &made, NULL), &made) ? NULL : image;
}

int cdrawing_draw(cdrawing_subject subject, int width, int height, uint8_t **pixels) {
  VipsImage *image = drawn(subject, width, height);
  size_t count = 0;
  // libvips' g_malloc is malloc, so that free() can free it.
  *pixels = image ? vips_image_write_to_memory(image, &count) : NULL;
  if (image) g_object_unref(image);
  vips_error_clear();
  return *pixels ? 0 : -1;
}

// Upright, on white, in RGB or grey, and resized.
static int resize(VipsImage **image, double pixel_count) {
  VipsImage *made = NULL;
  if (replaced(image, vips_autorot(*image, &made, NULL), &made)) return -1;
  if (vips_image_hasalpha(*image)) {
    double white = 255.0;
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    int status = vips_flatten(*image, &made, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    if (replaced(image, status, &made)) return -1;
  }
  double pixels = (double) vips_image_get_width(*image) * vips_image_get_height(*image);
  if (replaced(image, vips_resize(*image, &made, sqrt(pixel_count / pixels), NULL), &made)) return -1;
  return replaced(image, vips_cast_uchar(*image, &made, NULL), &made);
}

int cdrawing_resize(const void *bytes, size_t byte_count, double pixel_count, uint8_t **file, size_t *file_byte_count) {
  VipsImage *image = vips_image_new_from_buffer(bytes, byte_count, "", NULL);
  void *encoded = NULL;
  int status = image && resize(&image, pixel_count) == 0
    ? vips_jpegsave_buffer(image, &encoded, file_byte_count, "Q", 90, NULL) : -1;
  if (image) g_object_unref(image);
  vips_error_clear();
  // libvips' g_malloc is malloc, so that free() can free it.
  *file = encoded;
  return status;
}
