#include "cvips.h"

#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
#include <vips/vector.h>

#include "tiny.h"

// Strips of this many rows: a multiple of the tile and block heights that loaders use, and small in memory.
enum { STRIP = 64 };

// A picture up to this much above the wanted size is not worth resampling.
static const double SLACK = 1.15;

// PDF pages: dots per inch. A 0.25 mm module is then 2 pixels wide.
static const double DPI = 200.0;

static const struct {
  const char *foreign, *operation;
} loaders[] = {
  [CVIPS_JPEG] = {"VipsForeignLoadJpeg", "jpegload_buffer"},
  [CVIPS_PNG] = {"VipsForeignLoadPng", "pngload_buffer"},
  [CVIPS_WEBP] = {"VipsForeignLoadWebp", "webpload_buffer"},
  [CVIPS_HEIF] = {"VipsForeignLoadHeif", "heifload_buffer"},
  [CVIPS_TIFF] = {"VipsForeignLoadTiff", "tiffload_buffer"},
  [CVIPS_GIF] = {"VipsForeignLoadNsgif", "gifload_buffer"},
  [CVIPS_PDF] = {"VipsForeignLoadPdf", "pdfload_buffer"},
};

static char reason[160];

const char *cvips_reason(void) { return reason; }

static int failed(void) {
  const char *words = vips_error_buffer();
  size_t length = strcspn(words, "\n");
  if (length >= sizeof reason) length = sizeof reason - 1;
  memcpy(reason, words, length);
  reason[length] = 0;
  int exhausted = strstr(words, "out of memory") != NULL;
  vips_error_clear();
  return exhausted ? CVIPS_OUT_OF_MEMORY : CVIPS_DAMAGED;
}

// libvips and GLib must not write to our standard error: what they say may come from the picture.
static void keep_quiet(const char *domain, GLogLevelFlags level, const char *words, void *data) {
  (void) domain, (void) level, (void) words, (void) data;
}

int cvips_start(void) {
  g_log_set_default_handler(keep_quiet, NULL);
  if (VIPS_INIT("cardvault-reader") != 0) return failed();
  vips_operation_block_set("VipsForeignLoad", TRUE);
  for (size_t i = CVIPS_JPEG; i < G_N_ELEMENTS(loaders); i++) {
    vips_operation_block_set(loaders[i].foreign, FALSE);
  }
  // libvips up to 8.15 compiles its inner loops while it runs; the sandbox allows no new code.
  vips_vector_set_enabled(FALSE);
  vips_cache_set_max(0);
  vips_concurrency_set(1);
  return CVIPS_OK;
}

// The picture behind `bytes`, nothing decoded yet; NULL when the loader refuses it.
static VipsImage *open_picture(const void *bytes, size_t byte_count, int format, int page, int shrink) {
  VipsImage *image = NULL;
  void *buffer = (void *) bytes;
  const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
  const VipsFailOn fail = VIPS_FAIL_ON_TRUNCATED;
  switch (format) {
  case CVIPS_JPEG:
    vips_jpegload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, "shrink", shrink, NULL);
    break;
  case CVIPS_PNG:
    vips_pngload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_WEBP:
    vips_webpload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_HEIF:
    vips_heifload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_TIFF:
    vips_tiffload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, "page", page, NULL);
    break;
  case CVIPS_GIF:
    vips_gifload_buffer(buffer, byte_count, &image, "access", access, "fail-on", fail, NULL);
    break;
  case CVIPS_PDF:
    vips_pdfload_buffer(buffer, byte_count, &image, "access", access, "page", page, "dpi", DPI, NULL);
    break;
  }
  return image;
}

static int loader_is_missing(int format) {
  return vips_type_find("VipsOperation", loaders[format].operation) == 0;
}

int cvips_read_header(const void *bytes, size_t byte_count, int format, int page, cvips_header *header) {
  if (loader_is_missing(format)) return CVIPS_NO_LOADER;
  VipsImage *image = open_picture(bytes, byte_count, format, page, 1);
  if (!image) return failed();
  header->width = vips_image_get_width(image);
  header->height = vips_image_get_height(image);
  header->orientation = vips_image_get_orientation(image);
  header->page_count = format == CVIPS_TIFF || format == CVIPS_PDF ? vips_image_get_n_pages(image) : 1;
  g_object_unref(image);
  return CVIPS_OK;
}

// Replaces *image by `made` when the operation went well; the old picture is let go of either way.
static int replaced(VipsImage **image, int status, VipsImage **made) {
  g_object_unref(*image);
  *image = status == 0 ? *made : NULL;
  return status;
}

// Makes *image 8 bits a band, grey or RGB, without transparency.
static int flatten_colours(VipsImage **image) {
  VipsImage *made = NULL;
  VipsInterpretation kind = vips_image_guess_interpretation(*image);
  int plain = vips_image_get_format(*image) == VIPS_FORMAT_UCHAR &&
    (kind == VIPS_INTERPRETATION_sRGB || kind == VIPS_INTERPRETATION_B_W);
  if (!plain && vips_colourspace_issupported(*image)) {
    VipsInterpretation space = vips_image_get_bands(*image) < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    if (replaced(image, vips_colourspace(*image, &made, space, NULL), &made)) return -1;
  }
  if (vips_image_hasalpha(*image)) {
    double white = 255.0;
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    int status = vips_flatten(*image, &made, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    if (replaced(image, status, &made)) return -1;
  }
  if (vips_image_get_format(*image) != VIPS_FORMAT_UCHAR) {
    if (replaced(image, vips_cast_uchar(*image, &made, NULL), &made)) return -1;
  }
  return 0;
}

// One row of `bands` interleaved bytes to luma (ITU-R BT.601, in 1/256).
static void row_to_grey(const uint8_t *in, int bands, int width, uint8_t *out) {
  if (bands < 3) {
    for (int x = 0; x < width; x++) out[x] = in[x * bands];
  } else {
    for (int x = 0; x < width; x++, in += bands) {
      out[x] = (uint8_t) ((77 * in[0] + 150 * in[1] + 29 * in[2] + 128) >> 8);
    }
  }
}

// Lays row `y` of a picture of w x h down where EXIF orientation `o` (TIFF 6.0, tag 274) wants it.
static void place_row(const uint8_t *row, int y, int w, int h, int o, uint8_t *pixels) {
  if (o <= 1) {
    memcpy(pixels + (size_t) y * w, row, w);
    return;
  }
  int from_right = o == 2 || o == 3 || o == 7 || o == 8;
  int from_bottom = o == 3 || o == 4 || o == 6 || o == 7;
  int line = from_bottom ? h - 1 - y : y;
  for (int x = 0; x < w; x++) {
    int column = from_right ? w - 1 - x : x;
    size_t place = o < 5 ? (size_t) line * w + column : (size_t) column * h + line;
    pixels[place] = row[x];
  }
}

// Computes `image` strip by strip, top to bottom, into a new grey picture.
static int evaluate(VipsImage *image, int orientation, cvips_grey *grey) {
  int width = vips_image_get_width(image), height = vips_image_get_height(image);
  int bands = vips_image_get_bands(image), status = -1;
  VipsRegion *region = vips_region_new(image);
  uint8_t *row = malloc(width);
  uint8_t *pixels = malloc((size_t) width * height);
  if (!row || !pixels) {
    vips_error("cvips", "out of memory");
    goto done;
  }
  for (int top = 0; top < height; top += STRIP) {
    VipsRect strip = {0, top, width, VIPS_MIN(STRIP, height - top)};
    if (vips_region_prepare(region, &strip) != 0) goto done;
    for (int y = top; y < top + strip.height; y++) {
      row_to_grey(VIPS_REGION_ADDR(region, 0, y), bands, width, row);
      place_row(row, y, width, height, orientation, pixels);
    }
  }
  *grey = orientation < 5 ? (cvips_grey) {pixels, width, height} : (cvips_grey) {pixels, height, width};
  pixels = NULL;
  status = 0;
done:
  free(row);
  free(pixels);
  g_object_unref(region);
  return status;
}

int cvips_read_grey(const void *bytes, size_t byte_count, int format, int page, int longest, cvips_grey *grey) {
  if (loader_is_missing(format)) return CVIPS_NO_LOADER;
  VipsImage *image = open_picture(bytes, byte_count, format, page, 1), *made = NULL;
  if (!image) return failed();
  int orientation = vips_image_get_orientation(image);
  int side = VIPS_MAX(vips_image_get_width(image), vips_image_get_height(image));
  int shrink = 1;
  // The JPEG decoder halves for almost nothing, as long as more is left than we want.
  while (format == CVIPS_JPEG && longest > 0 && shrink < 8 && side / (shrink * 2) >= longest * 0.9) shrink *= 2;
  if (shrink > 1) {
    g_object_unref(image);
    if (!(image = open_picture(bytes, byte_count, format, page, shrink))) return failed();
    side = VIPS_MAX(vips_image_get_width(image), vips_image_get_height(image));
  }
  int status = flatten_colours(&image);
  if (status == 0 && longest > 0 && side > longest * SLACK) {
    status = replaced(&image, vips_resize(image, &made, (double) longest / side, NULL), &made);
  }
  if (status == 0) status = evaluate(image, orientation, grey);
  if (image) g_object_unref(image);
  return status == 0 ? CVIPS_OK : failed();
}

static VipsImage *wrapped(const cvips_grey *grey) {
  size_t count = (size_t) grey->width * grey->height;
  return vips_image_new_from_memory(grey->pixels, count, grey->width, grey->height, 1, VIPS_FORMAT_UCHAR);
}

// Computes `made` into `to` when `status` says that the operation could be set up.
static int finish(VipsImage *image, int status, VipsImage **made, cvips_grey *to) {
  if (status == 0) {
    status = evaluate(*made, 1, to);
    g_object_unref(*made);
  }
  g_object_unref(image);
  return status == 0 ? CVIPS_OK : failed();
}

int cvips_turn(const cvips_grey *from, double degrees, cvips_grey *to) {
  VipsImage *image = wrapped(from), *made = NULL;
  if (!image) return failed();
  double white = 255.0;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  int status = vips_similarity(image, &made, "angle", degrees, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return finish(image, status, &made, to);
}

int cvips_scale(const cvips_grey *from, double factor, cvips_grey *to) {
  VipsImage *image = wrapped(from), *made = NULL;
  if (!image) return failed();
  return finish(image, vips_resize(image, &made, factor, "kernel", VIPS_KERNEL_LINEAR, NULL), &made, to);
}

int cvips_sharpen(const cvips_grey *from, double sigma, cvips_grey *to) {
  VipsImage *image = wrapped(from), *made = NULL, *wide = NULL;
  if (!image) return failed();
  // out = in + (in - blurred), saturated.
  VipsImage *blurred = NULL, *doubled = NULL;
  int status = vips_gaussblur(image, &blurred, sigma, NULL);
  if (status == 0) status = vips_linear1(image, &doubled, 2.0, 0.0, NULL);
  if (status == 0) status = vips_subtract(doubled, blurred, &wide, NULL);
  if (status == 0) status = vips_cast_uchar(wide, &made, NULL);
  if (blurred) g_object_unref(blurred);
  if (doubled) g_object_unref(doubled);
  if (wide) g_object_unref(wide);
  return finish(image, status, &made, to);
}

void cvips_load_decoders(void) {
  const struct {
    const uint8_t *bytes;
    size_t byte_count;
  } pictures[] = {{cvips_tiny_heic, cvips_tiny_heic_count}, {cvips_tiny_avif, cvips_tiny_avif_count}};
  for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
    cvips_grey grey;
    if (cvips_read_grey(pictures[i].bytes, pictures[i].byte_count, CVIPS_HEIF, 0, 0, &grey) == CVIPS_OK) {
      free(grey.pixels);
    }
  }
}
