// What opening and writing share.
#ifndef CARDVAULT_CARCHIVE_PARTS_H
#define CARDVAULT_CARCHIVE_PARTS_H

#include <locale.h>
#include <stddef.h>
#include <stdint.h>

#include "carchive.h"

// Bytes that become more; the buffer doubles so that the cost stays linear. The owner frees `bytes`.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} growing;

// Appends bytes. Returns 0 without memory for them.
int carchive_append(growing *to, const void *bytes, size_t count);

// Makes names UTF-8 in this thread: libarchive takes the locale's charset, and in the C locale it reads a name beyond
// ASCII as empty, and writes one without marking it as UTF-8. Returns NULL if the system lacks C.UTF-8.
locale_t carchive_enter_unicode(void);

// Goes back to the locale of before; NULL is none to leave.
void carchive_leave_unicode(locale_t unicode);

enum { LINK_OUTPUT = 1 << 16 };

// The two pipes to the process that has the archive, in the messages of carchive.h.
typedef struct {
  int input, output;
  // Whether a pipe broke: nothing more is read or told.
  int is_broken;
  size_t archive_count;
  // The block of the archive that was asked for last.
  size_t block_start, block_count;
  uint8_t block[CARCHIVE_BLOCK_BYTE_COUNT];
  // What was not sent yet.
  size_t told_count;
  uint8_t told[LINK_OUTPUT];
} carchive_link;

// Sends what was told so far.
void carchive_flush(carchive_link *link);

// Tells a message with its number, and the bytes that belong to it.
void carchive_tell(carchive_link *link, uint8_t message, size_t number, const void *bytes, size_t count);

// An archive: bytes in memory, or those that the other process sends.
typedef struct {
  // NULL if `link` has them.
  const uint8_t *bytes;
  size_t byte_count, at;
  carchive_link *link;
  // Whether its directory is still being read, and how many entries are accepted of it.
  int is_listing;
  size_t most_entries, entries;
} carchive_source;

// The system's archive.
struct archive;

// Opens a zip archive. Returns NULL without memory for it; `status` becomes a `carchive_status`.
struct archive *carchive_begin_reading(carchive_source *source, const char *password, int *status);

#endif
