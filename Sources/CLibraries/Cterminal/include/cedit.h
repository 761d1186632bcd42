// Reads lines that a person edits on a terminal, with libedit: arrows, Ctrl-A, Ctrl-K and the rest of its emacs keys.
#ifndef CARDVAULT_CEDIT_H
#define CARDVAULT_CEDIT_H

enum cedit_ending {
  // Editing is impossible here.
  CEDIT_UNAVAILABLE = 0,
  // The line, or all input, ended.
  CEDIT_ENDED = 1,
  // Ctrl-C ended it.
  CEDIT_INTERRUPTED = 2,
};

// Shows `prompt` on standard error and reads a line from standard input, both of them terminals.
//
// Returns the line without its end, to be freed with free(); NULL at the end of input or if editing is impossible.
// *ending tells which, as a `cedit_ending`. If `keeps_interrupted`, Ctrl-C ends the line as far as it is typed, and not
// the process.
char *cedit_line(const char *prompt, int keeps_interrupted, int *ending);

// Discards what has been typed and not been read, and what is still being typed: half a name would be worse than none.
//
// It ends when the keyboard has been quiet for 0.3 s, and after 3 s at the latest.
void cedit_discard(void);

// Gives the terminal back as it was, if a line is being edited. Safe in a signal handler.
void cedit_restore(void);

// The version of libedit's interface, as major * 100 + minor.
int cedit_version(void);

#endif
