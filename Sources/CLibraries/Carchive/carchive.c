#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parts.h"

int carchive_version(void) { return archive_version_number(); }

enum { LONGEST_NAME = 1024, CHUNK = 1 << 16 };

// Files that have more bytes than this together, and so many times the archive's, are no wallet's: tables are deflated
// to a fifth, and pictures hardly at all.
enum { LEAST_SUSPICIOUS = 8 << 20, MOST_RATIO = 64 };

// Deflate makes no file smaller than by this factor (zlib, Technical Details: 1032).
enum { MOST_DEFLATED = 1032 };

// An archive that is being opened, those inside it included.
typedef struct {
  const char *password;
  // How many bytes of files, and entries, are still accepted.
  size_t bytes_left, members_left;
  carchive_link link;
  uint8_t chunk[CHUNK];
} opening;

static int list(opening *state, carchive_source *source, const char *outer);

static int is_pass(const char *name) {
  size_t length = strlen(name);
  return length >= 7 && !strcasecmp(name + length - 7, ".pkpass");
}

// Whether the archive says itself that its files have more bytes, or it has more entries, than are accepted: then
// nothing of it is read.
static int check(opening *state, carchive_source *source) {
  int status;
  struct archive *archive = carchive_begin_reading(source, "", &status);
  size_t count = 0, sum = 0, most = LEAST_SUSPICIOUS + MOST_RATIO * source->byte_count;
  int excess = CARCHIVE_BOMB;
  if (most > state->bytes_left) {
    most = state->bytes_left;
    excess = CARCHIVE_TOO_LARGE;
  }
  // What is damaged is found when it is read.
  int is_readable = status == CARCHIVE_OK;
  if (status == CARCHIVE_DAMAGED) status = CARCHIVE_OK;
  while (is_readable && status == CARCHIVE_OK) {
    struct archive_entry *entry;
    int result = archive_read_next_header(archive, &entry);
    source->is_listing = 0;
    if (source->entries > 2 * source->most_entries) status = CARCHIVE_TOO_MANY;
    if (result == ARCHIVE_EOF || result == ARCHIVE_FATAL || result == ARCHIVE_RETRY) break;
    if (++count > state->members_left) status = CARCHIVE_TOO_MANY;
    if (!archive_entry_size_is_set(entry) || archive_entry_size(entry) < 0) continue;
    size_t size = (size_t) archive_entry_size(entry);
    // Not by deflate: damaged, or found to be too large when it is read.
    if (size / MOST_DEFLATED > source->byte_count) continue;
    if (size > most - sum) status = excess;
    else sum += size;
  }
  if (archive) archive_read_free(archive);
  return status;
}

// Reads one member's file, to be told, or into `pass`. Returns its `carchive_member`; `status` becomes what ends the
// archive.
static int take(
  struct archive *archive, struct archive_entry *entry, opening *state, growing *pass, int *status) {
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) return CARCHIVE_MEMBER_NO_FILE;
  int is_encrypted = archive_entry_is_encrypted(entry);
  if (is_encrypted && !*state->password) return CARCHIVE_MEMBER_LOCKED;
  int is_stated = archive_entry_size_is_set(entry) && archive_entry_size(entry) >= 0;
  size_t stated = is_stated ? (size_t) archive_entry_size(entry) : 0, sum = 0;
  la_ssize_t count;
  while ((count = archive_read_data(archive, state->chunk, CHUNK)) > 0) {
    sum += (size_t) count;
    if (is_stated && sum > stated) return CARCHIVE_MEMBER_DAMAGED;
    if ((size_t) count > state->bytes_left) {
      *status = CARCHIVE_TOO_LARGE;
      return CARCHIVE_MEMBER_TOO_LARGE;
    }
    state->bytes_left -= (size_t) count;
    if (sum > CARCHIVE_MOST_MEMBER_BYTE_COUNT) return CARCHIVE_MEMBER_TOO_LARGE;
    if (!pass) carchive_tell(&state->link, CARCHIVE_BYTES, (size_t) count, state->chunk, (size_t) count);
    else if (!carchive_append(pass, state->chunk, (size_t) count)) {
      *status = CARCHIVE_OUT_OF_MEMORY;
      return CARCHIVE_MEMBER_DAMAGED;
    }
  }
  if (count == ARCHIVE_FATAL) *status = CARCHIVE_DAMAGED;
  if (count < 0) return is_encrypted ? CARCHIVE_MEMBER_LOCKED : CARCHIVE_MEMBER_DAMAGED;
  return CARCHIVE_MEMBER_OK;
}

// Tells what is in a pass, and whether the rest of it is damaged; nothing for one that is no archive.
static int unfold(opening *state, const growing *pass, const char *name) {
  if (pass->count == 0) return CARCHIVE_OK;
  state->bytes_left += pass->count;
  carchive_source source = {
    .bytes = pass->bytes, .byte_count = pass->count, .link = &state->link, .most_entries = state->members_left};
  size_t before = state->members_left, length = strnlen(name, LONGEST_NAME);
  int status = list(state, &source, name);
  if (status != CARCHIVE_DAMAGED) return status;
  if (state->members_left == before) return CARCHIVE_OK;
  if (state->members_left == 0) return CARCHIVE_TOO_MANY;
  state->members_left -= 1;
  // Its name and the zero byte behind it.
  carchive_tell(&state->link, CARCHIVE_NAME, length + 1, name, length + 1);
  carchive_tell(&state->link, CARCHIVE_MEMBER_END, CARCHIVE_MEMBER_DAMAGED, NULL, 0);
  return CARCHIVE_OK;
}

// Tells one member, and behind a pass what is in it.
static int add(struct archive *archive, struct archive_entry *entry, opening *state, const char *outer) {
  const char *name = archive_entry_pathname_utf8(entry);
  if (!name) name = archive_entry_pathname(entry);
  if (!name) name = "";
  char label[2 * LONGEST_NAME + 2];
  size_t outer_length = outer ? strnlen(outer, LONGEST_NAME) : 0, length = strnlen(name, LONGEST_NAME);
  if (outer) {
    memcpy(label, outer, outer_length);
    label[outer_length++] = 0;
  }
  memcpy(label + outer_length, name, length);
  carchive_tell(&state->link, CARCHIVE_NAME, outer_length + length, label, outer_length + length);
  int unfolds = !outer && is_pass(name), status = CARCHIVE_OK;
  growing pass = {0};
  int kind = take(archive, entry, state, unfolds ? &pass : NULL, &status);
  carchive_tell(&state->link, CARCHIVE_MEMBER_END, (size_t) kind, NULL, 0);
  // Half of a pass is worse than none.
  if (unfolds && kind == CARCHIVE_MEMBER_OK && status == CARCHIVE_OK) status = unfold(state, &pass, name);
  free(pass.bytes);
  return status;
}

// Tells the members of an archive; `outer` is the name of the archive that it is in, or NULL.
static int list(opening *state, carchive_source *source, const char *outer) {
  int status = check(state, source);
  if (status != CARCHIVE_OK) return status;
  struct archive *archive = carchive_begin_reading(source, state->password, &status);
  while (status == CARCHIVE_OK && !state->link.is_broken) {
    struct archive_entry *entry;
    int result = archive_read_next_header(archive, &entry);
    source->is_listing = 0;
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_FATAL || result == ARCHIVE_RETRY) status = CARCHIVE_DAMAGED;
    else if (state->members_left == 0) status = CARCHIVE_TOO_MANY;
    else {
      state->members_left -= 1;
      if (archive_entry_filetype(entry) != AE_IFDIR) status = add(archive, entry, state, outer);
    }
  }
  if (archive) archive_read_free(archive);
  return status;
}

int carchive_open(
  int input, int output, size_t byte_count, const char *password, size_t most_bytes, size_t most_members) {
  opening *state = calloc(1, sizeof *state);
  if (!state) return 0;
  state->password = password;
  state->bytes_left = most_bytes;
  state->members_left = most_members;
  carchive_link *link = &state->link;
  link->input = input;
  link->output = output;
  link->archive_count = byte_count;
  carchive_source source = {.byte_count = byte_count, .link = link, .most_entries = most_members};
  locale_t unicode = carchive_enter_unicode();
  int status = list(state, &source, NULL);
  carchive_leave_unicode(unicode);
  carchive_tell(link, CARCHIVE_END, (size_t) status, NULL, 0);
  carchive_flush(link);
  int is_told = !link->is_broken;
  free(state);
  return is_told;
}
