// Only names the library for Csandbox, whose code includes <seccomp.h> itself.
