#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

#include "carchive.h"
#include "parts.h"

struct carchive_writer {
  struct archive *archive;
  locale_t unicode;
  growing to;
};

static la_ssize_t take(struct archive *archive, void *writer, const void *bytes, size_t count) {
  (void) archive;
  return carchive_append(&((carchive_writer *) writer)->to, bytes, count) ? (la_ssize_t) count : -1;
}

static void release(carchive_writer *writer) {
  if (writer->archive) archive_write_free(writer->archive);
  carchive_leave_unicode(writer->unicode);
  free(writer->to.bytes);
  free(writer);
}

// Zip with deflate; with a password AES-256, as WinZip specified it (AE-2 and AE-1), which Catima reads.
static int prepare(carchive_writer *writer, const char *password) {
  struct archive *archive = writer->archive;
  if (archive_write_set_format_zip(archive) != ARCHIVE_OK) return 0;
  if (archive_write_set_options(archive, "zip:compression=deflate") != ARCHIVE_OK) return 0;
  if (*password) {
    if (archive_write_set_options(archive, "zip:encryption=aes256") != ARCHIVE_OK) return 0;
    if (archive_write_set_passphrase(archive, password) != ARCHIVE_OK) return 0;
  }
  // No block size: nothing is appended to the archive to fill the last one.
  if (archive_write_set_bytes_per_block(archive, 0) != ARCHIVE_OK) return 0;
  return archive_write_open(archive, writer, NULL, take, NULL) == ARCHIVE_OK;
}

carchive_writer *carchive_begin(const char *password) {
  carchive_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->unicode = carchive_enter_unicode();
  writer->archive = archive_write_new();
  if (writer->unicode && writer->archive && prepare(writer, password)) return writer;
  release(writer);
  return NULL;
}

int carchive_add(carchive_writer *writer, const char *name, const void *bytes, size_t byte_count) {
  struct archive_entry *entry = archive_entry_new();
  if (!entry) return 0;
  // No time is set, so the format's first is written, 1980-01-01: the same files make the same archive.
  archive_entry_set_pathname(entry, name);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0600);
  archive_entry_set_size(entry, (la_int64_t) byte_count);
  int is_added = archive_write_header(writer->archive, entry) == ARCHIVE_OK;
  archive_entry_free(entry);
  if (is_added && byte_count) {
    is_added = archive_write_data(writer->archive, bytes, byte_count) == (la_ssize_t) byte_count;
  }
  return is_added && archive_write_finish_entry(writer->archive) == ARCHIVE_OK;
}

int carchive_finish(carchive_writer *writer, carchive_bytes *archive) {
  *archive = (carchive_bytes) {0};
  int is_written = archive_write_close(writer->archive) == ARCHIVE_OK;
  if (is_written) {
    *archive = (carchive_bytes) {writer->to.bytes, writer->to.count};
    writer->to.bytes = NULL;
  }
  release(writer);
  return is_written;
}
