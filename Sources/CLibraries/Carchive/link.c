#include <archive.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "carchive.h"
#include "parts.h"

enum { HEAD = 5 };

void carchive_flush(carchive_link *link) {
  size_t sent = 0;
  while (!link->is_broken && sent < link->told_count) {
    ssize_t count = write(link->output, link->told + sent, link->told_count - sent);
    if (count > 0) sent += (size_t) count;
    else if (count == 0 || errno != EINTR) link->is_broken = 1;
  }
  link->told_count = 0;
}

static void put(carchive_link *link, const void *bytes, size_t count) {
  const uint8_t *from = bytes;
  while (count) {
    if (link->told_count == LINK_OUTPUT) carchive_flush(link);
    size_t part = LINK_OUTPUT - link->told_count;
    if (part > count) part = count;
    memcpy(link->told + link->told_count, from, part);
    link->told_count += part;
    from += part;
    count -= part;
  }
}

void carchive_tell(carchive_link *link, uint8_t message, size_t number, const void *bytes, size_t count) {
  uint8_t head[HEAD] = {message};
  for (int i = 0; i < 4; i++) head[1 + i] = (uint8_t) (number >> (8 * i));
  put(link, head, HEAD);
  put(link, bytes, count);
}

// Asks for the block that holds the place `at`.
static void fetch(carchive_link *link, size_t at) {
  size_t start = at - at % CARCHIVE_BLOCK_BYTE_COUNT, count = link->archive_count - start;
  if (count > CARCHIVE_BLOCK_BYTE_COUNT) count = CARCHIVE_BLOCK_BYTE_COUNT;
  carchive_tell(link, CARCHIVE_WANT, start, NULL, 0);
  carchive_flush(link);
  link->block_start = start;
  link->block_count = 0;
  while (!link->is_broken && link->block_count < count) {
    ssize_t more = read(link->input, link->block + link->block_count, count - link->block_count);
    if (more > 0) link->block_count += (size_t) more;
    else if (more == 0 || errno != EINTR) link->is_broken = 1;
  }
}

// How many entries of a zip's directory seem to begin in some bytes (APPNOTE.TXT, 4.3.12).
static size_t entries(const uint8_t *bytes, size_t count) {
  size_t found = 0;
  for (size_t i = 0; i + 4 <= count; i++) {
    if (bytes[i] == 'P' && bytes[i + 1] == 'K' && bytes[i + 2] == 1 && bytes[i + 3] == 2) found++;
  }
  return found;
}

static la_ssize_t give(struct archive *archive, void *data, const void **bytes) {
  carchive_source *source = data;
  carchive_link *link = source->link;
  size_t count = source->byte_count - source->at;
  if (count == 0) return 0;
  if (source->bytes) {
    *bytes = source->bytes + source->at;
    if (count > CARCHIVE_BLOCK_BYTE_COUNT) count = CARCHIVE_BLOCK_BYTE_COUNT;
  } else {
    size_t inside = source->at % CARCHIVE_BLOCK_BYTE_COUNT;
    if (link->block_count == 0 || link->block_start != source->at - inside) fetch(link, source->at);
    if (link->is_broken) {
      archive_set_error(archive, EIO, "the other process is gone");
      return ARCHIVE_FATAL;
    }
    *bytes = link->block + inside;
    count = link->block_count - inside;
  }
  // libarchive reads the whole directory before it gives the first entry, and holds about 200 bytes of each; some are
  // seen twice, as the directory's end is looked for first.
  if (source->is_listing) source->entries += entries(*bytes, count);
  if (source->entries > 2 * source->most_entries) {
    archive_set_error(archive, ENOMEM, "too many entries");
    return ARCHIVE_FATAL;
  }
  source->at += count;
  return (la_ssize_t) count;
}

static la_int64_t go(struct archive *archive, void *data, la_int64_t offset, int whence) {
  (void) archive;
  carchive_source *source = data;
  la_int64_t end = (la_int64_t) source->byte_count;
  la_int64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (la_int64_t) source->at : end;
  if (offset < -from || offset > end - from) return ARCHIVE_FAILED;
  source->at = (size_t) (from + offset);
  return from + offset;
}

static la_int64_t skip(struct archive *archive, void *data, la_int64_t count) {
  (void) archive;
  carchive_source *source = data;
  size_t left = source->byte_count - source->at;
  if (count < 0) return 0;
  size_t part = (uint64_t) count < left ? (size_t) count : left;
  source->at += part;
  return (la_int64_t) part;
}

struct archive *carchive_begin_reading(carchive_source *source, const char *password, int *status) {
  struct archive *archive = archive_read_new();
  *status = archive ? CARCHIVE_OK : CARCHIVE_OUT_OF_MEMORY;
  if (!archive) return NULL;
  source->at = 0;
  source->is_listing = 1;
  source->entries = 0;
  archive_read_support_format_zip(archive);
  if (*password) archive_read_add_passphrase(archive, password);
  archive_read_set_read_callback(archive, give);
  archive_read_set_seek_callback(archive, go);
  archive_read_set_skip_callback(archive, skip);
  archive_read_set_callback_data(archive, source);
  if (archive_read_open1(archive) != ARCHIVE_OK) *status = CARCHIVE_DAMAGED;
  return archive;
}
