#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 9, LONGEST_NAME = 1024, CHUNK = 1 << 16 };

// Collects the members; doubles the buffer so that the cost stays linear.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} growing;

static int append(growing *to, const void *bytes, size_t count) {
  if (count > to->capacity - to->count) {
    size_t capacity = 2 * (to->count + count);
    uint8_t *larger = realloc(to->bytes, capacity);
    if (!larger) return 0;
    to->bytes = larger;
    to->capacity = capacity;
  }
  if (count) memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
  return 1;
}

static void put(uint8_t *at, uint32_t value) {
  for (int i = 0; i < 4; i++) at[i] = (uint8_t) (value >> (8 * i));
}

// Appends one member; `left` is how many bytes of files are still accepted.
static int add(
  struct archive *archive, struct archive_entry *entry, const char *password, growing *to, size_t *left) {
  const char *name = archive_entry_pathname_utf8(entry);
  if (!name) name = archive_entry_pathname(entry);
  if (!name) name = "";
  size_t length = strnlen(name, LONGEST_NAME);
  uint8_t head[HEAD] = {CARCHIVE_MEMBER_OK};
  size_t start = to->count;
  if (!append(to, head, HEAD) || !append(to, name, length)) return CARCHIVE_OUT_OF_MEMORY;
  size_t body = to->count;
  int kind = CARCHIVE_MEMBER_OK, status = CARCHIVE_OK;
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry)) {
    kind = CARCHIVE_MEMBER_NO_FILE;
  } else if (archive_entry_is_encrypted(entry) && !*password) {
    kind = CARCHIVE_MEMBER_LOCKED;
  } else {
    static uint8_t chunk[CHUNK];
    la_ssize_t count;
    while ((count = archive_read_data(archive, chunk, sizeof chunk)) > 0) {
      if ((size_t) count > *left) {
        status = CARCHIVE_TOO_LARGE;
        break;
      }
      *left -= (size_t) count;
      if (!append(to, chunk, (size_t) count)) return CARCHIVE_OUT_OF_MEMORY;
    }
    if (count < 0) {
      kind = archive_entry_is_encrypted(entry) ? CARCHIVE_MEMBER_LOCKED : CARCHIVE_MEMBER_DAMAGED;
      if (count == ARCHIVE_FATAL) status = CARCHIVE_DAMAGED;
    }
  }
  // Half of a file is worse than none.
  if (kind != CARCHIVE_MEMBER_OK || status == CARCHIVE_TOO_LARGE) to->count = body;
  to->bytes[start] = (uint8_t) kind;
  put(to->bytes + start + 1, (uint32_t) length);
  put(to->bytes + start + 5, (uint32_t) (to->count - body));
  return status;
}

int carchive_open(
  const void *bytes, size_t byte_count, const char *password, size_t most_bytes, size_t most_members,
  carchive_members *members) {
  *members = (carchive_members) {0};
  struct archive *archive = archive_read_new();
  if (!archive) return CARCHIVE_OUT_OF_MEMORY;
  archive_read_support_format_zip(archive);
  if (*password) archive_read_add_passphrase(archive, password);
  growing to = {0};
  int status = archive_read_open_memory(archive, bytes, byte_count) == ARCHIVE_OK ? CARCHIVE_OK : CARCHIVE_DAMAGED;
  size_t left = most_bytes, count = 0;
  while (status == CARCHIVE_OK) {
    struct archive_entry *entry;
    int result = archive_read_next_header(archive, &entry);
    if (result == ARCHIVE_EOF) break;
    if (result == ARCHIVE_RETRY) result = ARCHIVE_FATAL;
    if (result == ARCHIVE_FATAL) status = CARCHIVE_DAMAGED;
    else if (++count > most_members) status = CARCHIVE_TOO_MANY;
    else if (archive_entry_filetype(entry) != AE_IFDIR) status = add(archive, entry, password, &to, &left);
  }
  archive_read_free(archive);
  if (status == CARCHIVE_OUT_OF_MEMORY) {
    free(to.bytes);
    return status;
  }
  members->bytes = to.bytes;
  members->byte_count = to.count;
  return status;
}
