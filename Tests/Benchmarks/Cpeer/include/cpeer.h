// The peer of the reading benchmark: a photo opened with libvips and read with ZXing-C++, both at their defaults, as
// a C programmer would write it in an afternoon.
#ifndef CARDVAULT_CPEER_H
#define CARDVAULT_CPEER_H

#include <stddef.h>
#include <stdint.h>

// One byte per pixel, no gaps between rows.
typedef struct {
  uint8_t *pixels;
  int width, height;
} cpeer_grey;

// Opens a photo as grey at full size, upright, on white. Returns 0, or -1 when libvips fails.
int cpeer_open(const void *bytes, size_t byte_count, cpeer_grey *grey);

// Reads with the reader's default options. Returns how many codes were found, or -1.
int cpeer_read(const cpeer_grey *grey);

// Frees the pixels.
void cpeer_close(cpeer_grey *grey);

#endif
