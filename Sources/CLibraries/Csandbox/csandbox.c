#include "csandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "parts.h"

// Files that image libraries need open at the same time, with a reserve: fonts and their caches.
enum { FILE_LIMIT = 64 };

static int limited(int resource, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit) == 0 ? 0 : -errno;
}

int csandbox_enter(uint64_t memory_limit, uint64_t file_limit) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return -errno;
  // The Swift runtime would print memory and registers after a crash, or on Ctrl-\ (`CrashHandlerLinux.cpp`).
  const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
  for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++) {
    if (signal(crashes[i], SIG_DFL) == SIG_ERR) return -errno;
  }
  // Writing to a file then fails instead of killing the process: a library may log to a standard error that is a
  // file.
  if (signal(SIGXFSZ, SIG_IGN) == SIG_ERR) return -errno;
  int status = limited(RLIMIT_CORE, 0);
  if (status == 0) status = limited(RLIMIT_FSIZE, file_limit);
  if (status == 0) status = limited(RLIMIT_NOFILE, FILE_LIMIT);
  if (status == 0) status = limited(RLIMIT_DATA, memory_limit);
  // Above the data limit, because libraries, thread stacks and memory that malloc only reserves count here too.
  if (status == 0) status = limited(RLIMIT_AS, memory_limit * 4);
  return status == 0 ? csandbox_close_files() : status;
}

// Capabilities let root bypass limits and permissions; with no_new_privs they never come back.
static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? 0 : -errno;
}

int csandbox_close(void) {
  int status = drop_capabilities();
  return status == 0 ? csandbox_close_calls() : status;
}

int csandbox_allow_cpu_seconds(unsigned seconds) {
  struct rusage used;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return -errno;
  // The kernel counts whole seconds; the current one is granted in addition.
  limit.rlim_cur = (rlim_t) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 1;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_CPU, &limit) == 0 ? 0 : -errno;
}
