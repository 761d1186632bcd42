// The two kernel mechanisms of the sandbox, each in a file of its own.
#ifndef CARDVAULT_CSANDBOX_PARTS_H
#define CARDVAULT_CSANDBOX_PARTS_H

// Landlock: files and folders are opened for reading only, beneath a few of the system's. Since its version 4 no TCP
// port is bound or connected to, and since 6 no abstract socket or signal reaches outside. It leaves looking up alone.
// Returns 0, CSANDBOX_NO_LANDLOCK, or a negative errno.
int csandbox_close_files(void);

// seccomp: a short list of system calls, for all threads. Returns 0, CSANDBOX_NO_SECCOMP, or a negative errno.
int csandbox_close_calls(void);

#endif
