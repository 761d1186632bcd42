// Turns a libvips pipeline into upright pixels, strip by strip.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Rows per strip: a multiple of the tile and block heights that loaders use, and small in memory.
enum { STRIP = 64 };

// Converts one row of `bands` interleaved bytes to luma (ITU-R BT.601, in 1/256).
static void row_to_grey(const uint8_t *in, int bands, int width, uint8_t *restrict out) {
  if (bands < 3) {
    for (int x = 0; x < width; x++) out[x] = in[x * bands];
  } else if (bands == 3) {
    for (int x = 0; x < width; x++) {
      out[x] = (uint8_t) ((77 * in[3 * x] + 150 * in[3 * x + 1] + 29 * in[3 * x + 2] + 128) >> 8);
    }
  } else {
    for (int x = 0; x < width; x++, in += bands) {
      out[x] = (uint8_t) ((77 * in[0] + 150 * in[1] + 29 * in[2] + 128) >> 8);
    }
  }
}

// Blends a grey row onto a ground; `alpha` points to the opacity of its first pixel, and the others follow every `step`
// bytes.
static void lay_on(int ground, const uint8_t *alpha, int step, int width, uint8_t *restrict out) {
  for (int x = 0; x < width; x++) {
    int opacity = alpha[(size_t) x * step];
    out[x] = (uint8_t) ((out[x] * opacity + ground * (255 - opacity) + 127) / 255);
  }
}

static int make_grey(VipsRegion *to, void *from, void *image, void *ground, gboolean *stop) {
  (void) image, (void) stop;
  VipsRegion *region = from;
  const VipsRect *area = &to->valid;
  if (vips_region_prepare(region, area)) return -1;
  int bands = vips_image_get_bands(region->im);
  for (int y = area->top; y < VIPS_RECT_BOTTOM(area); y++) {
    const uint8_t *in = VIPS_REGION_ADDR(region, area->left, y);
    uint8_t *out = VIPS_REGION_ADDR(to, area->left, y);
    row_to_grey(in, bands, area->width, out);
    if (ground) lay_on(*(const uint8_t *) ground, in + bands - 1, bands, area->width, out);
  }
  return 0;
}

int cvips_grey_of(VipsImage *image, int is_on_black, VipsImage **made) {
  static uint8_t grounds[] = {255, 0};
  VipsImage *grey = vips_image_new();
  // A pipeline does not hold a reference to its source by itself.
  g_object_ref(image);
  vips_object_local(grey, image);
  void *ground = vips_image_hasalpha(image) ? &grounds[is_on_black] : NULL;
  if (vips_image_pipelinev(grey, VIPS_DEMAND_STYLE_THINSTRIP, image, NULL)) goto failed;
  grey->Bands = 1;
  grey->Type = VIPS_INTERPRETATION_B_W;
  if (vips_image_generate(grey, vips_start_one, make_grey, vips_stop_one, image, ground)) goto failed;
  *made = grey;
  return 0;
failed:
  g_object_unref(grey);
  return -1;
}

// Copies row `y` of a picture of w x h pixels, 1 or 3 bytes each, to its upright place by EXIF orientation `o` (TIFF
// 6.0, tag 274).
static void place_row(const uint8_t *row, int y, int w, int h, int bands, int o, uint8_t *pixels) {
  if (o <= 1) {
    memcpy(pixels + (size_t) y * w * bands, row, (size_t) w * bands);
    return;
  }
  int from_right = o == 2 || o == 3 || o == 7 || o == 8;
  int from_bottom = o == 3 || o == 4 || o == 6 || o == 7;
  int line = from_bottom ? h - 1 - y : y;
  for (int x = 0; x < w; x++) {
    int column = from_right ? w - 1 - x : x;
    size_t place = o < 5 ? (size_t) line * w + column : (size_t) column * h + line;
    if (bands == 1) pixels[place] = row[x];
    else memcpy(pixels + place * 3, row + (size_t) x * 3, 3);
  }
}

static int evaluate(VipsImage *image, int orientation, uint8_t **made, int *made_width, int *made_height) {
  int width = vips_image_get_width(image), height = vips_image_get_height(image);
  int bands = vips_image_get_bands(image);
  int status = -1;
  VipsRegion *region = vips_region_new(image);
  uint8_t *pixels = malloc((size_t) width * height * bands);
  if (!pixels) {
    vips_error("cvips", "out of memory");
    goto done;
  }
  for (int top = 0; top < height; top += STRIP) {
    VipsRect strip = {0, top, width, VIPS_MIN(STRIP, height - top)};
    if (vips_region_prepare(region, &strip) != 0) goto done;
    for (int y = top; y < top + strip.height; y++) {
      place_row(VIPS_REGION_ADDR(region, 0, y), y, width, height, bands, orientation, pixels);
    }
  }
  *made = pixels;
  *made_width = orientation < 5 ? width : height;
  *made_height = orientation < 5 ? height : width;
  pixels = NULL;
  status = 0;
done:
  free(pixels);
  g_object_unref(region);
  return status;
}

int cvips_evaluate(VipsImage *image, int orientation, cvips_grey *grey) {
  return evaluate(image, orientation, &grey->pixels, &grey->width, &grey->height);
}

int cvips_evaluate_colour(VipsImage *image, int orientation, cvips_colour *colour) {
  return evaluate(image, orientation, &colour->pixels, &colour->width, &colour->height);
}
