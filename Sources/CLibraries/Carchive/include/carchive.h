// Opens zip archives with libarchive, within limits, and tells their files one after the other; and writes them.
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
  // The files together have so much more bytes than the archive that nothing of it is read.
  CARCHIVE_BOMB = 5,
};

enum carchive_member {
  CARCHIVE_MEMBER_OK = 0,
  CARCHIVE_MEMBER_DAMAGED = 1,
  // A link or device; it is not followed.
  CARCHIVE_MEMBER_NO_FILE = 2,
  // It is encrypted, and the password is wrong or missing.
  CARCHIVE_MEMBER_LOCKED = 3,
  // It has more bytes than a single file may have.
  CARCHIVE_MEMBER_TOO_LARGE = 4,
};

// The messages about an archive: each is a byte, a number as an unsigned 32-bit little-endian integer, and perhaps so
// many bytes.
enum carchive_message {
  // Asks for the block of the archive that begins at this offset; the answer is that block alone, which has
  // CARCHIVE_BLOCK_BYTE_COUNT bytes, or those up to the end.
  CARCHIVE_WANT = 1,
  // A member begins, with a name of so many bytes.
  CARCHIVE_NAME = 2,
  // So many bytes of its file.
  CARCHIVE_BYTES = 3,
  // It ends; the number is its `carchive_member`, and bytes of a file that is not OK are worth nothing.
  CARCHIVE_MEMBER_END = 4,
  // The archive ends; the number is its `carchive_status`.
  CARCHIVE_END = 5,
};

enum {
  CARCHIVE_BLOCK_BYTE_COUNT = 1 << 18,
  // The most bytes of one file, or of a pass in an archive: far more than a picture of a card has.
  CARCHIVE_MOST_MEMBER_BYTE_COUNT = 16 << 20,
};

// Bytes that the caller frees with free().
typedef struct {
  uint8_t *bytes;
  size_t byte_count;
} carchive_bytes;

// Opens an archive of `byte_count` bytes, which are asked for on `output` and read from `input` block by block, as they
// are needed; on `output` its members are told, each as it is read. Never more than a pass in it is held in memory.
// Folders are left out, and names are only labels, in UTF-8 unless the archive has others. An empty `password` is none.
// A pass, whose name ends in .pkpass, is an archive itself: it is told as empty, and behind it what is in it, whose
// names begin with its name and a zero byte; what is damaged behind that is a last member with no more of a name.
// Archives deeper inside are files. The limits apply to all of it together.
// Returns 0 if a pipe broke, or without memory to begin with.
int carchive_open(
  int input, int output, size_t byte_count, const char *password, size_t most_bytes, size_t most_members);

// An archive that is being written; names become UTF-8 in this thread until it is finished.
typedef struct carchive_writer carchive_writer;

// Begins an archive. An empty `password` is none; with one, every file that is not empty is encrypted with AES-256.
// Returns NULL without memory, or if the system's libarchive or C library lacks AES or UTF-8.
carchive_writer *carchive_begin(const char *password);

// Adds a file; `name` is in UTF-8. Returns 0 if it failed, and the archive is to be finished and thrown away.
int carchive_add(carchive_writer *writer, const char *name, const void *bytes, size_t byte_count);

// Ends the archive, and frees the writer. Returns 0 if it failed; then `archive` is empty.
int carchive_finish(carchive_writer *writer, carchive_bytes *archive);

// The version of libarchive that is running, as major * 1000000 + minor * 1000 + patch.
int carchive_version(void);

#endif
