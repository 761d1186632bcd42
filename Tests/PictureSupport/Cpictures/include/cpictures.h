// Makes pictures in every format for the tests, through libvips, whose calls are variadic.
#ifndef CARDVAULT_CPICTURES_H
#define CARDVAULT_CPICTURES_H

#include <stddef.h>
#include <stdint.h>

// How a picture is stored.
typedef struct {
  // EXIF orientation, 1 to 8; 0 for none.
  int orientation;
  // Height of one page of a stacked multi-page picture; 0 for a single page.
  int page_height;
  int is_cmyk;
  int is_16_bit;
} cpictures_storage;

// Saves pixels of `bands` interleaved bytes (1 grey, 3 RGB, 4 RGBA) in the format of `suffix`, for example
// ".jpg[Q=90]". Returns 0, or -1 when libvips fails; `bytes` is freed with free().
int cpictures_save(
  const uint8_t *pixels, int width, int height, int bands, const char *suffix, cpictures_storage storage,
  uint8_t **bytes, size_t *byte_count);

// Whether libvips, choosing a loader by itself, opens the bytes.
int cpictures_opens(const uint8_t *bytes, size_t byte_count);

// How a sheet of paper is photographed.
typedef struct {
  // The photo's width in pixels.
  int width;
  // Turned clockwise, in degrees.
  double degrees;
  // How much the scale varies between the far and the near edge, as a share of that in the middle.
  double tilt;
  // Sigma of the blur, in pixels.
  double sigma;
  // Sigma of the sensor's noise, in levels.
  double noise;
  // JPEG quality, 1 to 100.
  int quality;
} cpictures_shot;

// Photographs a picture on a grey table, as a JPEG. Returns the same as `cpictures_save`.
int cpictures_photograph(
  const uint8_t *picture, size_t picture_byte_count, cpictures_shot shot, uint8_t **bytes, size_t *byte_count);

// Opens a picture as grey pixels, which are freed with free(). Returns the same as `cpictures_save`.
int cpictures_open_grey(const char *path, uint8_t **pixels, int *width, int *height);

// Makes large blocks of memory come from the system and return to it, so that a memory limit takes effect.
void cpictures_return_memory(void);

#endif
