// The encoder zint for Swift: one request in, rows of modules out.
//
// zint.h itself is not visible to Swift: its symbol holds 29 kB of arrays, which Swift would import as tuples.
#ifndef CZINT_H
#define CZINT_H

#include <stddef.h>
#include <stdint.h>

// How zint interprets the bytes.
enum czint_mode {
  czint_mode_data = 0,        // the bytes unchanged
  czint_mode_gs1_elements,    // printable text with [AI] brackets; GS1 DataBar Expanded only
  czint_mode_gs1_verbatim,    // FNC1 first, then the bytes unchanged, GS (0x1D) for each further FNC1
  czint_mode_fnc1_escapes,    // Code 128 with \^1 for FNC1 and \^^ for \^
};

// How an encoding ended.
enum czint_status {
  czint_status_ok = 0,
  czint_status_too_long,
  czint_status_bad_data,
  czint_status_bad_option,
  czint_status_no_memory,
  czint_status_failed,
};

struct czint_request {
  int32_t symbology;            // BARCODE_...
  int32_t option_1, option_2, option_3;
  int32_t eci;                  // 0: none
  int32_t mode;                 // enum czint_mode
  int32_t reader_initialisation;  // 0 or 1
  const char *primary;          // MaxiCode's primary message, or NULL
  int32_t part_index, part_count;  // of a structured append, from 1; a count of 0 means none
  const char *part_id;          // its id in zint's notation, at most 32 characters, or NULL
};

// An encoded symbol; internally a struct zint_symbol.
typedef struct czint_symbol czint_symbol;

// Encodes `count` bytes. Returns NULL on failure, with the reason in `status`. The caller frees the symbol.
czint_symbol *czint_encode(const struct czint_request *request, const uint8_t *bytes, size_t count, int32_t *status);
void czint_free(czint_symbol *symbol);

int32_t czint_row_count(const czint_symbol *symbol);
int32_t czint_width(const czint_symbol *symbol);
// The height of the symbol in modules.
float czint_height(const czint_symbol *symbol);
// The height of a row in modules; 0 for one that shares the height left over by the other rows.
float czint_row_height(const czint_symbol *symbol, int32_t row);
// 1 for a dark module, 0 for a light one and for anything outside the symbol.
int32_t czint_is_dark(const czint_symbol *symbol, int32_t row, int32_t column);
// Option 1, 2 or 3 as zint finally used it.
int32_t czint_option(const czint_symbol *symbol, int32_t number);

// The version of zint, as major * 10000 + minor * 100 + patch.
int32_t czint_version(void);

#endif
