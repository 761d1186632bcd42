// Only makes the library known to Csandbox, whose code includes <seccomp.h> itself.
