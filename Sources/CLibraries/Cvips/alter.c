// Alterations of grey pictures that are faster by hand than through libvips.
#include <stdlib.h>
#include <string.h>

#include "cvips.h"

// Tiles per side, and the most that a grey level may count, in multiples of a tile's mean count; the rest is
// redistributed.
enum { TILES = 8, CLIP = 4 };

static int make(int width, int height, cvips_grey *to) {
  uint8_t *pixels = malloc((size_t) width * height);
  if (!pixels) return CVIPS_OUT_OF_MEMORY;
  *to = (cvips_grey) {pixels, width, height};
  return CVIPS_OK;
}

int cvips_invert(const cvips_grey *from, cvips_grey *to) {
  int status = make(from->width, from->height, to);
  if (status != CVIPS_OK) return status;
  size_t count = (size_t) from->width * from->height;
  for (size_t i = 0; i < count; i++) to->pixels[i] = 255 - from->pixels[i];
  return CVIPS_OK;
}

int cvips_halve(const cvips_grey *from, cvips_grey *to) {
  int width = from->width / 2, height = from->height / 2;
  if (width < 1 || height < 1) return CVIPS_DAMAGED;
  int status = make(width, height, to);
  if (status != CVIPS_OK) return status;
  for (int y = 0; y < height; y++) {
    const uint8_t *upper = from->pixels + (size_t) 2 * y * from->width, *lower = upper + from->width;
    uint8_t *out = to->pixels + (size_t) y * width;
    for (int x = 0; x < width; x++) {
      out[x] = (uint8_t) ((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) >> 2);
    }
  }
  return CVIPS_OK;
}

int cvips_middle(const cvips_grey *from, double share, cvips_grey *to) {
  int width = (int) (from->width * share), height = (int) (from->height * share);
  if (width < 1 || height < 1) return CVIPS_DAMAGED;
  int status = make(width, height, to);
  if (status != CVIPS_OK) return status;
  const uint8_t *corner =
    from->pixels + (size_t) ((from->height - height) / 2) * from->width + (from->width - width) / 2;
  for (int y = 0; y < height; y++) {
    memcpy(to->pixels + (size_t) y * width, corner + (size_t) y * from->width, width);
  }
  return CVIPS_OK;
}

// The equalising curve for the grey levels of one tile, after clipping its histogram.
static void tile_curve(const cvips_grey *from, int left, int top, int right, int bottom, uint8_t curve[256]) {
  int counts[256] = {0}, total = (right - left) * (bottom - top);
  for (int y = top; y < bottom; y++) {
    const uint8_t *row = from->pixels + (size_t) y * from->width;
    for (int x = left; x < right; x++) counts[row[x]]++;
  }
  int limit = total * CLIP / 256 + 1, excess = 0;
  for (int level = 0; level < 256; level++) {
    if (counts[level] > limit) {
      excess += counts[level] - limit;
      counts[level] = limit;
    }
  }
  long sum = 0;
  for (int level = 0; level < 256; level++) {
    sum += counts[level] + excess / 256;
    long value = sum * 255 / (total > 0 ? total : 1);
    curve[level] = value > 255 ? 255 : (uint8_t) value;
  }
}

int cvips_even_out(const cvips_grey *from, cvips_grey *to) {
  int width = from->width, height = from->height;
  if (width < TILES || height < TILES) return CVIPS_DAMAGED;
  int status = make(width, height, to);
  if (status != CVIPS_OK) return status;
  static uint8_t curves[TILES][TILES][256];
  for (int j = 0; j < TILES; j++) {
    for (int i = 0; i < TILES; i++) {
      tile_curve(
        from, width * i / TILES, height * j / TILES, width * (i + 1) / TILES, height * (j + 1) / TILES,
        curves[j][i]);
    }
  }
  // Each pixel gets the mean of the four nearest tiles' curves, weighted by nearness, in 1/256.
  for (int y = 0; y < height; y++) {
    int down = (int) ((long) (2 * y + 1) * TILES * 128 / height) - 128;
    int upper = down < 0 ? 0 : down >> 8, lower = down < 0 ? 0 : upper + 1;
    if (lower >= TILES) lower = TILES - 1;
    int v = down & 255;
    const uint8_t *in = from->pixels + (size_t) y * width;
    uint8_t *out = to->pixels + (size_t) y * width;
    for (int x = 0; x < width; x++) {
      int across = (int) ((long) (2 * x + 1) * TILES * 128 / width) - 128;
      int near = across < 0 ? 0 : across >> 8, far = across < 0 ? 0 : near + 1;
      if (far >= TILES) far = TILES - 1;
      int u = across & 255;
      int above = curves[upper][near][in[x]] * (256 - u) + curves[upper][far][in[x]] * u;
      int below = curves[lower][near][in[x]] * (256 - u) + curves[lower][far][in[x]] * u;
      out[x] = (uint8_t) ((above * (256 - v) + below * v) >> 16);
    }
  }
  return CVIPS_OK;
}
