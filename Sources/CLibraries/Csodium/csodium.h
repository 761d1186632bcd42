// libsodium's public interface for Swift, and system calls that Swift cannot make itself because C declares them
// with "...", or because Swift's Glibc omits them.
#include <malloc.h>
#include <sodium.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// prctl(PR_SET_DUMPABLE, 0): no core dump, no ptrace by other processes of the user. 0, or -1 and errno.
static inline int cardvault_forbid_dumping(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L); }

// prctl(PR_GET_DUMPABLE): 0 when the process cannot be dumped, 1 when it can.
static inline int cardvault_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L); }

// renameat2(RENAME_NOREPLACE) inside one folder, for file systems without hard links. 0, or -1 and errno.
static inline int cardvault_rename_without_overwrite(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, 1U);
}

// renameat2(RENAME_EXCHANGE): two names change places in one step. 0, or -1 and errno.
static inline int cardvault_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, one, -100, other, 2U);
}

// The type of the file system that an open file is on, as in "linux/magic.h"; 0 when unknown.
static inline unsigned int cardvault_file_system_kind(int file) {
  struct statfs system;
  return fstatfs(file, &system) == 0 ? (unsigned int)system.f_type : 0;
}

// mallopt(3): all threads share one heap, so that what one of them frees another one can use, and the limits beyond
// which free memory is returned to the system stay at their defaults instead of growing with what is freed.
static inline void cardvault_return_memory_early(void) {
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_ARENA_MAX, 1);
}
