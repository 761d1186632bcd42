// The two kernel mechanisms of the sandbox, each in its own file.
#ifndef CARDVAULT_CSANDBOX_PARTS_H
#define CARDVAULT_CSANDBOX_PARTS_H

// Landlock: files and folders are opened only for reading, and only in a few system folders. Since its version 4,
// TCP ports cannot be bound or connected to; since 6, abstract sockets and signals cannot reach outside. It does not
// restrict looking files up. Returns 0, CSANDBOX_NO_LANDLOCK, or a negative errno.
int csandbox_close_files(void);

// seccomp: a short list of system calls, for all threads. Returns 0, CSANDBOX_NO_SECCOMP, or a negative errno.
int csandbox_close_calls(void);

#endif
