#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include "csandbox.h"

static int of_descriptor(int descriptor) {
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

static int of_memory(size_t byte_count, int protection) {
  void *memory = mmap(NULL, byte_count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  munmap(memory, byte_count);
  return 0;
}

int csandbox_probe(const char *what, const char *path) {
  char *const arguments[] = {"true", NULL}, *const environment[] = {NULL};
  if (strcmp(what, "socket") == 0) return of_descriptor(socket(AF_UNIX, SOCK_STREAM, 0));
  if (strcmp(what, "read") == 0) return of_descriptor(open(path, O_RDONLY));
  if (strcmp(what, "write") == 0) return of_descriptor(open(path, O_WRONLY | O_CREAT, 0600));
  if (strcmp(what, "code") == 0) return of_memory(4096, PROT_READ | PROT_EXEC);
  if (strcmp(what, "memory") == 0) return of_memory((size_t) 2 << 30, PROT_READ | PROT_WRITE);
  if (strcmp(what, "kill") == 0) return kill(getppid(), 0) == 0 ? 0 : errno;
  if (strcmp(what, "ptrace") == 0) return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 0 : errno;
  if (strcmp(what, "exec") == 0) return execve("/usr/bin/true", arguments, environment) == 0 ? 0 : errno;
  if (strcmp(what, "fork") == 0) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child < 0 ? errno : 0;
  }
  return EINVAL;
}
