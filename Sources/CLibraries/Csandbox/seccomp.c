#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "csandbox.h"
#include "parts.h"

// Allowed with any arguments. The first group only affects the process's own memory, time, threads and open files,
// or returns facts about the machine and the user.
static const int always[] = {
  SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close),
  SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(fadvise64), SCMP_SYS(poll), SCMP_SYS(ppoll),
  SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
  SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(sched_getparam),
  SCMP_SYS(sched_getscheduler), SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(rseq),
  SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall),
  SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
  SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
  SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(sysinfo),
  SCMP_SYS(uname), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
  // Looking up files, which Landlock rules do not restrict: fontconfig compares times. These calls reveal that a
  // file exists, how large and old it is and where a link leads, never its contents; listing a folder requires
  // opening it.
  SCMP_SYS(newfstatat), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx), SCMP_SYS(fstatfs), SCMP_SYS(statfs),
  SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(getdents64), SCMP_SYS(readlink),
  SCMP_SYS(readlinkat), SCMP_SYS(getcwd),
};

// A call that is allowed if (argument & mask) == value.
struct conditional {
  int call;
  unsigned argument;
  scmp_datum_t mask, value;
};

static const struct conditional some[] = {
  // Files for reading: no access mode except O_RDONLY, nothing created or truncated. Landlock decides which files.
  {SCMP_SYS(openat), 2, O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY), 0},
  {SCMP_SYS(open), 1, O_ACCMODE | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY), 0},
  // Memory, never code.
  {SCMP_SYS(mmap), 2, PROT_EXEC, 0},
  {SCMP_SYS(mprotect), 2, PROT_EXEC, 0},
  // Threads, never processes.
  {SCMP_SYS(clone), 0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM},
  {SCMP_SYS(prctl), 0, ~(scmp_datum_t) 0, PR_SET_NAME},
  {SCMP_SYS(fcntl), 1, ~(scmp_datum_t) 0, F_GETFD},
  {SCMP_SYS(fcntl), 1, ~(scmp_datum_t) 0, F_SETFD},
  {SCMP_SYS(fcntl), 1, ~(scmp_datum_t) 0, F_GETFL},
};

static int add_rules(scmp_filter_ctx filter) {
  int status = 0;
  for (size_t i = 0; status == 0 && i < sizeof always / sizeof *always; i++) {
    status = seccomp_rule_add(filter, SCMP_ACT_ALLOW, always[i], 0);
  }
  for (size_t i = 0; status == 0 && i < sizeof some / sizeof *some; i++) {
    struct scmp_arg_cmp test = {some[i].argument, SCMP_CMP_MASKED_EQ, some[i].mask, some[i].value};
    status = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, some[i].call, 1, &test);
  }
  // The C library falls back to clone, whose flags can be checked.
  if (status == 0) status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  // Signals to itself: abort() when memory is exhausted.
  if (status == 0) {
    status = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, getpid()));
  }
  // Limits: reading them, and moving the one on CPU time for each picture.
  if (status == 0) {
    status = seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
  }
  if (status == 0) {
    status = seccomp_rule_add(
      filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0),
      SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU));
  }
  return status;
}

int csandbox_close_calls(void) {
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) return CSANDBOX_NO_SECCOMP;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return -ENOMEM;
  // 1: apply to the other threads too. 2: test the calls in a balanced tree, not one by one.
  int status = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  if (status == 0) status = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (status == 0) status = add_rules(filter);
  if (status == 0) status = seccomp_load(filter);
  seccomp_release(filter);
  return status;
}

int csandbox_seccomp_version(void) {
  const struct scmp_version *version = seccomp_version();
  return (int) (version->major * 10000 + version->minor * 100 + version->micro);
}
