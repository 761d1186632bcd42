// Pictures for the benchmark: large ones, drawn so that no file of several megabytes need be kept, and resized
// photos.
#ifndef CARDVAULT_CDRAWING_H
#define CARDVAULT_CDRAWING_H

#include <stddef.h>
#include <stdint.h>

// What is on a picture.
typedef enum {
  // Soft shades and a sensor's noise.
  CDRAWING_SCENE,
  // The same without noise, which makes small files.
  CDRAWING_CALM,
  // The same, covered with small printed text.
  CDRAWING_PAGE,
  // A scene with an EAN-13, or a QR Code, upright on a white card that is a third of the width.
  CDRAWING_EAN13,
  CDRAWING_QR,
} cdrawing_subject;

// Draws a picture: three bytes per pixel (RGB), no gaps between rows. Returns 0, or -1 when libvips or ZXing-C++
// fails; `pixels` is freed with free().
int cdrawing_draw(cdrawing_subject subject, int width, int height, uint8_t **pixels);

// Resizes a photo to about `pixel_count` pixels, larger or smaller, keeping its shape, and encodes it as JPEG of
// quality 90. Returns 0, or -1 when libvips fails; `file` is freed with free().
int cdrawing_resize(const void *bytes, size_t byte_count, double pixel_count, uint8_t **file, size_t *file_byte_count);

#endif
