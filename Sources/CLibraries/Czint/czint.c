#include "czint.h"

#include <stdlib.h>
#include <string.h>

#include <zint.h>

// zint's own encoders of 2-D symbols, behind ZBarcode_Encode. That public function insists on well-formed GS1
// element strings and refuses ECIs 1, 2, 14 and 19, yet symbols with a trailing FNC1, control characters or such an
// ECI exist and must be drawn unchanged. (Static library, pinned by hash: the names are stable.)
int zint_aztec(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_datamatrix(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_maxicode(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_micropdf417(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_pdf417(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_qrcode(struct zint_symbol *symbol, struct zint_seg segments[], int count);
int zint_rmqr(struct zint_symbol *symbol, struct zint_seg segments[], int count);

typedef int (*segment_encoder)(struct zint_symbol *, struct zint_seg[], int);

static segment_encoder encoder_of(int symbology) {
  switch (symbology) {
    case BARCODE_AZTEC: return zint_aztec;
    case BARCODE_DATAMATRIX: return zint_datamatrix;
    case BARCODE_MAXICODE: return zint_maxicode;
    case BARCODE_MICROPDF417: return zint_micropdf417;
    case BARCODE_PDF417:
    case BARCODE_PDF417COMP: return zint_pdf417;
    case BARCODE_QRCODE: return zint_qrcode;
    case BARCODE_RMQR: return zint_rmqr;
    default: return NULL;
  }
}

// Encodes one segment without the public function's checks. zint expects a NUL after the bytes.
static int encode_segment(struct zint_symbol *symbol, segment_encoder encode, const uint8_t *bytes, size_t count) {
  unsigned char *copy = malloc(count + 1);
  if (!copy) return ZINT_ERROR_MEMORY;
  memcpy(copy, bytes, count);
  copy[count] = 0;
  struct zint_seg segment = {.source = copy, .length = (int)count, .eci = symbol->eci};
  int result = encode(symbol, &segment, 1);
  free(copy);
  return result;
}

static int32_t status_of(int result) {
  if (result < ZINT_ERROR) return czint_status_ok;
  switch (result) {
    case ZINT_ERROR_TOO_LONG: return czint_status_too_long;
    case ZINT_ERROR_INVALID_DATA:
    case ZINT_ERROR_INVALID_CHECK: return czint_status_bad_data;
    case ZINT_ERROR_INVALID_OPTION: return czint_status_bad_option;
    case ZINT_ERROR_MEMORY: return czint_status_no_memory;
    default: return czint_status_failed;
  }
}

czint_symbol *czint_encode(const struct czint_request *request, const uint8_t *bytes, size_t count, int32_t *status) {
  if (count == 0 || count > ZINT_MAX_DATA_LEN) {
    *status = count ? czint_status_too_long : czint_status_bad_data;
    return NULL;
  }
  struct zint_symbol *symbol = ZBarcode_Create();
  if (!symbol) {
    *status = czint_status_no_memory;
    return NULL;
  }
  symbol->symbology = request->symbology;
  symbol->option_1 = request->option_1;
  symbol->option_2 = request->option_2;
  symbol->option_3 = request->option_3;
  symbol->eci = request->eci;
  symbol->show_hrt = 0;
  symbol->output_options = COMPLIANT_HEIGHT | (request->reader_initialisation ? READER_INIT : 0);
  if (request->primary) strncpy(symbol->primary, request->primary, sizeof symbol->primary - 1);

  symbol->structapp.index = request->part_index;
  symbol->structapp.count = request->part_count;
  // Without a NUL at the end if it fills the field.
  if (request->part_id) memcpy(symbol->structapp.id, request->part_id, strnlen(request->part_id, sizeof symbol->structapp.id));

  static const int modes[] = {
    [czint_mode_data] = DATA_MODE,
    [czint_mode_gs1_elements] = GS1_MODE | GS1NOCHECK_MODE,
    [czint_mode_gs1_verbatim] = GS1_MODE,
    [czint_mode_fnc1_escapes] = DATA_MODE | EXTRA_ESCAPE_MODE,
  };
  symbol->input_mode = modes[request->mode];

  segment_encoder encode = encoder_of(request->symbology);
  int result = encode && request->mode != czint_mode_gs1_elements
    ? encode_segment(symbol, encode, bytes, count)
    : ZBarcode_Encode(symbol, bytes, (int)count);
  *status = status_of(result);
  if (*status != czint_status_ok) {
    ZBarcode_Delete(symbol);
    return NULL;
  }
  return (czint_symbol *)symbol;
}

static const struct zint_symbol *inside(const czint_symbol *symbol) { return (const struct zint_symbol *)symbol; }

void czint_free(czint_symbol *symbol) { ZBarcode_Delete((struct zint_symbol *)symbol); }

int32_t czint_row_count(const czint_symbol *symbol) { return inside(symbol)->rows; }

int32_t czint_width(const czint_symbol *symbol) { return inside(symbol)->width; }

float czint_height(const czint_symbol *symbol) { return inside(symbol)->height; }

float czint_row_height(const czint_symbol *symbol, int32_t row) {
  return row >= 0 && row < inside(symbol)->rows ? inside(symbol)->row_height[row] : 0;
}

int32_t czint_is_dark(const czint_symbol *symbol, int32_t row, int32_t column) {
  if (row < 0 || row >= inside(symbol)->rows || column < 0 || column >= inside(symbol)->width) return 0;
  return inside(symbol)->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

int32_t czint_option(const czint_symbol *symbol, int32_t number) {
  switch (number) {
    case 1: return inside(symbol)->option_1;
    case 2: return inside(symbol)->option_2;
    default: return inside(symbol)->option_3;
  }
}

int32_t czint_version(void) { return ZBarcode_Version(); }
