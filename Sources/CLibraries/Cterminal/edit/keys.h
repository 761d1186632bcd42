// Keys as libedit gets them: characters, and the control characters that it edits with.
#ifndef CARDVAULT_CEDIT_KEYS_H
#define CARDVAULT_CEDIT_KEYS_H

#include <signal.h>
#include <wchar.h>

// What the Delete key becomes: FS, which nobody types, as the terminal makes a signal of it.
#define CEDIT_DELETE_KEY "\x1C"

// What asks libedit to draw the line again: GS, for the same reason.
#define CEDIT_REDRAW_KEY "\x1D"
// What makes a terminal mark what is pasted, or not (xterm's control sequences, mode 2004).
#define CEDIT_MARK_PASTES "\033[?2004h"
#define CEDIT_PLAIN_PASTES "\033[?2004l"

// Set by signal handlers when the line must be drawn again.
extern volatile sig_atomic_t cedit_must_redraw;
// Set by a signal handler when the line must end, even within a key's sequence.
extern volatile sig_atomic_t cedit_must_end;

// The signals that are blocked while a key is waited for.
extern sigset_t cedit_waiting_mask;

// Forgets what was read of the line before.
void cedit_begin_keys(void);

// A paste that was cut short by a stop must not go on.
void cedit_forget_paste(void);

// Reads the next key; leaves out keys that edit nothing, so that no part of their sequences gets into the line.
// Returns 1, 0 at the end of input, -1, or 2 when the line must be drawn again or end.
int cedit_next_key(wchar_t *key);

#endif
