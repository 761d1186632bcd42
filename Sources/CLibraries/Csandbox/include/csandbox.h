// The sandbox of the process that parses pictures. It may use memory and CPU time up to limits, and files that are
// already open; it may open system libraries, fonts and their data for reading (the list is in landlock.c). Of other
// files it can see that they exist, how large and old they are and where a link leads, never their contents. No
// network, no other process.
//
// There are two steps, because Landlock binds only the calling thread and those it starts later, while libraries
// need to be loaded after that: `csandbox_enter` comes first, in a process with one thread; then the libraries warm
// up; then `csandbox_close` binds all threads, before the first byte from outside.
#ifndef CARDVAULT_CSANDBOX_H
#define CARDVAULT_CSANDBOX_H

#include <stdint.h>

// Protections that the running kernel lacks, as bits of a mask.
enum csandbox_missing {
  CSANDBOX_NO_LANDLOCK = 1,
  CSANDBOX_NO_SECCOMP = 2,
};

// No new privileges, no core dump, no tracing, limits on memory (`memory_limit` bytes of private writable memory;
// four times that of address space), on open files and on file size; files are opened only for reading, in the
// system's folders of libraries, fonts and their data. A file that is already open for writing, as standard output
// may be, can be filled up to `file_limit` bytes. Returns a mask of what the kernel lacks, or a negative errno when
// a step failed that every kernel supports.
int csandbox_enter(uint64_t memory_limit, uint64_t file_limit);

// Drops all capabilities of the calling thread and of those that it starts later, and restricts all threads to the
// allowed system calls. Code can no longer be mapped: every library must already be loaded. Returns the same as
// `csandbox_enter`.
int csandbox_close(void);

// Lets the process use `seconds` more CPU time than it has used so far; beyond that it is killed by SIGXCPU. Returns
// 0 or a negative errno.
int csandbox_allow_cpu_seconds(unsigned seconds);

// Tries one forbidden action, for tests: returns 0 when it was possible, otherwise the errno of the refusal. `what`:
// "socket", "exec", "fork", "write" and "read" (the file at `path`), "kill" (signal 0 to the parent), "ptrace",
// "code" (executable memory), "memory" (two gibibytes).
int csandbox_probe(const char *what, const char *path);

// The version of libseccomp that is running, as major * 10000 + minor * 100 + patch.
int csandbox_seccomp_version(void);

#endif
