// The two kernel mechanisms of the sandbox, each in a file of its own.
#ifndef CARDVAULT_CSANDBOX_PARTS_H
#define CARDVAULT_CSANDBOX_PARTS_H

// Landlock: reading beneath a few system folders, and nothing else of files and network.
// Returns 0, CSANDBOX_NO_LANDLOCK, or a negative errno.
int csandbox_close_files(void);

// seccomp: a short list of system calls, for all threads. Returns 0, CSANDBOX_NO_SECCOMP, or a negative errno.
int csandbox_close_calls(void);

#endif
