// Alterations of grey pictures that are faster by hand than through libvips.
#include <stdlib.h>
#include <string.h>

#include "cvips.h"

// Tiles per side, and the most that a grey level may count, in multiples of a tile's mean count; the rest is
// redistributed.
enum { TILES = 8, CLIP = 4 };

// How far away pixels count when a picture is sharpened.
enum { REACH = 3 };

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

int cvips_double(const cvips_grey *from, cvips_grey *to) {
  int width = from->width;
  int status = make(2 * width, 2 * from->height, to);
  for (int y = 0; status == CVIPS_OK && y < to->height; y++) {
    const uint8_t *here = from->pixels + (size_t) (y / 2) * width, *above = y % 2 || y == 0 ? here : here - width;
    uint8_t *out = to->pixels + (size_t) y * to->width;
    for (int x = 0; x < width; x++) {
      int before = x == 0 ? 0 : x - 1;
      out[2 * x] = (uint8_t) ((above[before] + above[x] + here[before] + here[x] + 2) >> 2);
      out[2 * x + 1] = (uint8_t) ((above[x] + here[x] + 1) >> 1);
    }
  }
  return status;
}

// The weighted means of pixels that are REACH apart at most: exp(-d * d / 8) for a distance of d, in twentieths, as
// `vips_gaussmat` has them for 2 pixels. `near[i]` are the pixels at a distance of i - REACH.
static void blur(const uint8_t *const near[2 * REACH + 1], uint8_t *out, int count) {
  for (int x = 0; x < count; x++) {
    int sum = 20 * near[3][x] + 18 * (near[2][x] + near[4][x]) + 12 * (near[1][x] + near[5][x]) +
      6 * (near[0][x] + near[6][x]);
    out[x] = (uint8_t) ((sum + 46) / 92);
  }
}

// Blurs along the rows, with the pixels at the ends repeated beyond them; `row` has room for one row and both.
static void blur_rows(const cvips_grey *from, uint8_t *row, uint8_t *out) {
  const uint8_t *near[2 * REACH + 1];
  for (int i = 0; i <= 2 * REACH; i++) near[i] = row + i;
  int width = from->width;
  for (int y = 0; y < from->height; y++) {
    const uint8_t *in = from->pixels + (size_t) y * width;
    memset(row, in[0], REACH);
    memcpy(row + REACH, in, width);
    memset(row + REACH + width, in[width - 1], REACH);
    blur(near, out + (size_t) y * width, width);
  }
}

int cvips_sharpen(const cvips_grey *from, cvips_grey *to) {
  int width = from->width, height = from->height;
  uint8_t *row = malloc((size_t) width + 2 * REACH), *blurred = malloc((size_t) width * height);
  int status = row && blurred ? make(width, height, to) : CVIPS_OUT_OF_MEMORY;
  if (status == CVIPS_OK) {
    blur_rows(from, row, blurred);
    for (int y = 0; y < height; y++) {
      const uint8_t *near[2 * REACH + 1], *in = from->pixels + (size_t) y * width;
      for (int i = 0; i <= 2 * REACH; i++) {
        int at = y + i - REACH;
        near[i] = blurred + (size_t) (at < 0 ? 0 : at < height ? at : height - 1) * width;
      }
      blur(near, row, width);
      uint8_t *out = to->pixels + (size_t) y * width;
      for (int x = 0; x < width; x++) {
        int level = 2 * in[x] - row[x];
        out[x] = (uint8_t) (level < 0 ? 0 : level > 255 ? 255 : level);
      }
    }
  }
  free(row);
  free(blurred);
  return status;
}

int cvips_smooth(const cvips_grey *from, cvips_grey *to) {
  int width = from->width, height = from->height;
  int *sums = malloc((size_t) width * sizeof *sums);
  int status = sums ? make(width, height, to) : CVIPS_OUT_OF_MEMORY;
  for (int y = 0; status == CVIPS_OK && y < height; y++) {
    const uint8_t *here = from->pixels + (size_t) y * width;
    const uint8_t *above = y == 0 ? here : here - width, *below = y == height - 1 ? here : here + width;
    for (int x = 0; x < width; x++) sums[x] = above[x] + 2 * here[x] + below[x];
    uint8_t *out = to->pixels + (size_t) y * width;
    for (int x = 0; x < width; x++) {
      int before = x == 0 ? 0 : x - 1, after = x == width - 1 ? x : x + 1;
      out[x] = (uint8_t) ((sums[before] + 2 * sums[x] + sums[after] + 8) >> 4);
    }
  }
  free(sums);
  return status;
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
