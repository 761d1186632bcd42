#ifndef CARDVAULT_CVIPS_TINY_H
#define CARDVAULT_CVIPS_TINY_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t cvips_tiny_heic[], cvips_tiny_avif[];
extern const size_t cvips_tiny_heic_count, cvips_tiny_avif_count;

#endif
