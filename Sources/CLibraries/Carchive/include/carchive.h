// Opens zip archives in memory with libarchive, within limits, and lists their files one after the other.
#ifndef CARDVAULT_CARCHIVE_H
#define CARDVAULT_CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

enum carchive_status {
  CARCHIVE_OK = 0,
  // It ends early or makes no sense; the members in front of that place are there.
  CARCHIVE_DAMAGED = 1,
  // The files together have more bytes than are accepted.
  CARCHIVE_TOO_LARGE = 2,
  // It has more entries than are accepted.
  CARCHIVE_TOO_MANY = 3,
  CARCHIVE_OUT_OF_MEMORY = 4,
};

enum carchive_member {
  CARCHIVE_MEMBER_OK = 0,
  CARCHIVE_MEMBER_DAMAGED = 1,
  // A link or device; it is not followed.
  CARCHIVE_MEMBER_NO_FILE = 2,
  // It is encrypted, and the password is wrong or missing.
  CARCHIVE_MEMBER_LOCKED = 3,
};

// The members: for each a byte with its `carchive_member`, the lengths of its name and its file as unsigned 32-bit
// little-endian integers, the name and the file. The caller frees the bytes with free().
typedef struct {
  uint8_t *bytes;
  size_t byte_count;
} carchive_members;

// Opens an archive; folders are left out, and names are only labels. An empty `password` is none.
int carchive_open(
  const void *archive, size_t byte_count, const char *password, size_t most_bytes, size_t most_members,
  carchive_members *members);

#endif
