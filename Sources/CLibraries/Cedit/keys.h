// Keys as libedit gets them: characters, and the control characters that it edits with.
#ifndef CARDVAULT_CEDIT_KEYS_H
#define CARDVAULT_CEDIT_KEYS_H

#include <wchar.h>

// What the Delete key becomes: FS, which nobody types, as the terminal makes a signal of it.
#define CEDIT_DELETE_KEY "\x1C"

// Forgets what was read of the line before.
void cedit_begin_keys(void);

// Reads the next key; leaves out keys that edit nothing, so that no part of their sequences gets into the line.
// Returns 1, 0 at the end of input, or -1.
int cedit_next_key(wchar_t *key);

#endif
