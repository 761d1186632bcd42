#define _GNU_SOURCE
#include "cvips.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>
#include <vips/vector.h>

#include "internal.h"
#include "tiny.h"

const char *cvips_version(void) { return vips_version_string(); }

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

int cvips_failed(void) {
  const char *words = vips_error_buffer();
  size_t length = strcspn(words, "\n");
  if (length >= sizeof reason) length = sizeof reason - 1;
  memcpy(reason, words, length);
  reason[length] = 0;
  int exhausted = strstr(words, "out of memory") != NULL;
  vips_error_clear();
  return exhausted ? CVIPS_OUT_OF_MEMORY : CVIPS_DAMAGED;
}

int cvips_has_loader(int format) { return vips_type_find("VipsOperation", loaders[format].operation) != 0; }

// libvips and GLib must not write to our standard error: their messages may quote the picture.
static void keep_quiet(const char *domain, GLogLevelFlags level, const char *words, void *data) {
  (void) domain, (void) level, (void) words, (void) data;
}

// Debian packs some of libvips's loaders as modules. libvips itself would load all of them, also those of formats that
// are blocked here: ImageMagick, OpenSlide and JPEG XL took a fifth of the time of a reader's start (our measurement).
static void load_modules(void) {
  static const char *const names[] = {"heif", "poppler"};
  Dl_info library;
  if (dladdr((const void *) &vips_version_string, &library) == 0) return;
  char *folder = g_path_get_dirname(library.dli_fname);
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    char *path = g_strdup_printf(
      "%s/vips-modules-%d.%d/vips-%s.so", folder, vips_version(0), vips_version(1), names[i]);
    // Without a module, its loader is in libvips, or `cvips_has_loader` says that it is missing.
    g_module_open(path, G_MODULE_BIND_LAZY);
    g_free(path);
  }
  g_free(folder);
}

int cvips_start(void) {
  // The buffers of small pictures stay with the process: returning them to the kernel each time takes a seventh of
  // the time of opening a picture (our measurement). Larger ones are returned at once.
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
  g_log_set_default_handler(keep_quiet, NULL);
  // libvips looks for its modules below this folder.
  setenv("VIPSHOME", "/nonexistent", 1);
  if (VIPS_INIT("cardvault-reader") != 0) return cvips_failed();
  load_modules();
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

void cvips_load_decoders(void) {
  const struct {
    const uint8_t *bytes;
    size_t byte_count;
  } pictures[] = {{cvips_tiny_heic, cvips_tiny_heic_count}, {cvips_tiny_avif, cvips_tiny_avif_count}};
  for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
    const uint8_t *bytes = pictures[i].bytes;
    size_t byte_count = pictures[i].byte_count;
    cvips_picture *picture;
    cvips_header header;
    if (cvips_open(bytes, byte_count, CVIPS_HEIF, 0, "", &picture, &header) != CVIPS_OK) continue;
    cvips_grey grey;
    if (cvips_read(picture, bytes, byte_count, 0, &grey) == CVIPS_OK) free(grey.pixels);
    cvips_close(picture);
  }
}
