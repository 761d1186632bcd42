// Reads lines that a person edits on a terminal, with libedit: arrows, Ctrl-A, Ctrl-K and the rest of its emacs keys.
#ifndef CARDVAULT_CEDIT_H
#define CARDVAULT_CEDIT_H

// Shows `prompt` on standard error and reads a line from standard input, both of them terminals.
//
// Returns the line without its end, to be freed with free(); NULL at the end of input or if editing is impossible, and
// then *is_available is 0.
char *cedit_line(const char *prompt, int *is_available);

// Gives the terminal back as it was, if a line is being edited. Safe in a signal handler.
void cedit_restore(void);

// The version of libedit's interface, as major * 100 + minor.
int cedit_version(void);

#endif
