// The cage around the process that parses pictures: it keeps memory and CPU time up to limits, and the files that are
// open already; it may open system libraries, fonts and their data for reading (the list is in files.c). Of other
// files it may see that they exist, how large and old they are and where a link leads, never what is in them. No
// network, no other process.
//
// Two steps, because Landlock binds only the calling thread and those it starts later, while libraries want
// to be loaded after that: `csandbox_enter` first of all, in a process with one thread; then the
// libraries warm up; then `csandbox_close`, which binds all threads, before the first byte from outside.
#ifndef CARDVAULT_CSANDBOX_H
#define CARDVAULT_CSANDBOX_H

#include <stdint.h>

// Protections that the running kernel lacks, as bits of a mask.
enum csandbox_missing {
  CSANDBOX_NO_LANDLOCK = 1,
  CSANDBOX_NO_SECCOMP = 2,
};

// No new privileges, no core dump, not traceable, limits on memory (`memory_limit` bytes of private writable
// memory; four times that of address space), open files and file size, and files are opened for reading only, beneath
// the system's folders of libraries, fonts and their data. A file that is open for writing already, as standard output
// may be, takes up to `file_limit` bytes.
// Returns a mask of what the kernel lacks, or a negative errno when a step failed that every kernel can do.
int csandbox_enter(uint64_t memory_limit, uint64_t file_limit);

// Drops all capabilities of the calling thread and of those that it starts later, and closes the list of system calls,
// for all threads. Mapping code is over: every library must have been loaded. Returns as `csandbox_enter` does.
int csandbox_close(void);

// Lets the process use `seconds` more of CPU time than it has used so far; beyond it is killed by SIGXCPU.
// Returns 0 or a negative errno.
int csandbox_allow_cpu_seconds(unsigned seconds);

// Tries one forbidden thing, for tests: returns 0 when it was possible, else the errno it was refused with.
// `what`: "socket", "exec", "fork", "write" and "read" (the file at `path`), "kill" (signal 0 to the parent),
// "ptrace", "code" (memory that is to be executed), "memory" (two gibibytes).
int csandbox_probe(const char *what, const char *path);

#endif
