#define _GNU_SOURCE
#include "keys.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

// A terminal sends a key's sequence at once; a person needs longer for the next key.
enum { SEQUENCE_TIME = 50 };

static mbstate_t state;
static wchar_t pushed;
// Whether what arrives was pasted.
static int is_pasting;
// Whether a sequence is being read, which a redraw must not cut.
static int is_in_sequence;
volatile sig_atomic_t cedit_must_redraw, cedit_must_end;
sigset_t cedit_waiting_mask;

void cedit_begin_keys(void) {
  memset(&state, 0, sizeof state);
  pushed = 0;
  is_pasting = 0;
  is_in_sequence = 0;
  cedit_must_redraw = 0;
  cedit_must_end = 0;
}

void cedit_forget_paste(void) { is_pasting = 0; }

// Reads a character; leaves out bytes that are none.
static int next(wchar_t *character) {
  if (pushed) {
    *character = pushed;
    pushed = 0;
    return 1;
  }
  for (;;) {
    if (cedit_must_end || (cedit_must_redraw && !is_in_sequence)) return 2;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (ppoll(&input, 1, NULL, &cedit_waiting_mask) < 0 && errno == EINTR) continue;
    char byte;
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return (int) count;
    size_t length = mbrtowc(character, &byte, 1, &state);
    if (length == (size_t) -1) {
      // This byte may begin a character itself.
      memset(&state, 0, sizeof state);
      length = mbrtowc(character, &byte, 1, &state);
      if (length == (size_t) -1) memset(&state, 0, sizeof state);
    }
    if (length < (size_t) -2) return 1;
  }
}

// The control character for a key: of the final byte of its sequence, and its first number; 0 if it edits nothing.
// ECMA-48 5.4 has the form, and terminals' key tables (terminfo kcub1, kcuf1, khome, kend, kdch1) the meaning.
static wchar_t key_of(wchar_t last, int number) {
  switch (last) {
  case 'C': return 'F' - '@';
  case 'D': return 'B' - '@';
  case 'H': return 'A' - '@';
  case 'F': return 'E' - '@';
  case '~':
    if (number == 1 || number == 7) return 'A' - '@';
    if (number == 4 || number == 8) return 'E' - '@';
    return number == 3 ? CEDIT_DELETE_KEY[0] : 0;
  default: return 0;
  }
}

// Reads the rest of a CSI sequence. Linux's console sends ESC [ [ A for F1.
static int sequence(wchar_t *key) {
  int number = 0, has_number = 0, is_first = 1;
  wchar_t character;
  *key = 0;
  for (;;) {
    int status = next(&character);
    if (status != 1) return status;
    if (is_first && character == '[') return next(&character);
    is_first = 0;
    if (character >= '0' && character <= '9' && !has_number) {
      if (number < 1000) number = number * 10 + (int) (character - '0');
    } else if (character >= 0x20 && character <= 0x3F) {
      has_number = 1;
    } else {
      if (character == '~' && (number == 200 || number == 201)) is_pasting = number == 200;
      *key = key_of(character, number);
      return 1;
    }
  }
}

static int is_sequence_coming(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return poll(&input, 1, SEQUENCE_TIME) == 1;
}

// The control characters that libedit edits with: Ctrl-A, B, D, E, F, H, K, L, T, U, W and Y; and the line's end.
static int is_editing_key(wchar_t key) { return key != 0 && strchr("\1\2\4\5\6\10\13\14\24\25\27\31\n\r", (int) key); }

int cedit_next_key(wchar_t *key) {
  for (;;) {
    wchar_t character;
    int status = next(&character);
    if (status != 1) return status;
    // A pasted line's end decides nothing, nor does any other control character.
    if (is_pasting && character < 0x20 && character != 0x1B) character = ' ';
    if (character == 0x1B) {
      if (!is_sequence_coming()) {
        // A person who presses Escape is not pasting any more, even if the end of a paste was lost.
        is_pasting = 0;
        continue;
      }
      if ((status = next(&character)) != 1) return status;
      if (character == '[') {
        character = 0x9B;
      } else if (character == 'O') {
        character = 0x8F;
      } else {
        pushed = character;
        continue;
      }
    }
    if (character == 0x9B) {
      is_in_sequence = 1;
      status = sequence(key);
      is_in_sequence = 0;
      if (status != 1) return status;
      if (*key) return 1;
    } else if (character == 0x8F) {
      if ((status = next(&character)) != 1) return status;
      if ((*key = key_of(character, 0))) return 1;
    } else if ((character >= 0x20 && character < 0x7F) || character == 0x7F || character > 0x9F ||
               is_editing_key(character)) {
      *key = character;
      return 1;
    }
  }
}
