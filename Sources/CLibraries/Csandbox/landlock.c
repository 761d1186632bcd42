#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "csandbox.h"
#include "parts.h"

// Landlock has no wrapper in the C library, and Debian 12's kernel headers know only its first versions: numbers and
// layouts come from the kernel's include/uapi/linux/landlock.h.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

struct ruleset {
  uint64_t files, network, scopes;
};

struct __attribute__((packed)) beneath {
  uint64_t allowed;
  int32_t folder;
};

enum { VERSION_FLAG = 1, RULE_BENEATH = 1 };
static const uint64_t READ_FILE = 1 << 2, READ_FOLDER = 1 << 3;

// What the image libraries may read once the sandbox is entered; missing paths are skipped.
static const char *const readable[] = {
  "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
  "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
  "/usr/share/poppler", "/var/cache/fontconfig",
};

// Everything that a ruleset of this version can handle, and so forbid.
static struct ruleset everything(int version) {
  // File rights by version: 13 in the first, then REFER (2), TRUNCATE (3), IOCTL_DEV (5).
  int rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return (struct ruleset) {
    .files = (1ull << rights) - 1,
    // TCP bind and connect since version 4; abstract sockets and signals to outside since 6.
    .network = version >= 4 ? 3 : 0,
    .scopes = version >= 6 ? 3 : 0,
  };
}

static int allow_reading(int ruleset, const char *path) {
  int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT ? 0 : -errno;
  struct beneath rule = {READ_FILE | READ_FOLDER, place};
  int status = syscall(SYS_landlock_add_rule, ruleset, RULE_BENEATH, &rule, 0);
  // A rule for a file must not grant folder rights.
  if (status != 0 && errno == EINVAL) {
    rule.allowed = READ_FILE;
    status = syscall(SYS_landlock_add_rule, ruleset, RULE_BENEATH, &rule, 0);
  }
  int failure = status == 0 ? 0 : -errno;
  close(place);
  return failure;
}

int csandbox_close_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, VERSION_FLAG);
  if (version < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? CSANDBOX_NO_LANDLOCK : -errno;
  struct ruleset handled = everything((int) version);
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int ruleset = (int) syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  if (ruleset < 0) return -errno;
  int status = 0;
  for (size_t i = 0; status == 0 && i < sizeof readable / sizeof *readable; i++) {
    status = allow_reading(ruleset, readable[i]);
  }
  if (status == 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) status = -errno;
  close(ruleset);
  return status;
}
