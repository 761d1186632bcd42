// What full screens need of ncurses (its wide-character library), without its macros, globals and variadic calls.
//
// There is one screen at a time. Text is UTF-8. All calls but `cncurses_restore` belong to the code that opened the
// screen, one after another; they may come from different threads.
#ifndef CARDVAULT_CNCURSES_H
#define CARDVAULT_CNCURSES_H

enum cncurses_status {
  CNCURSES_OK = 0,
  // Not a terminal, or one of a type that cannot place the cursor or is unknown here.
  CNCURSES_NO_TERMINAL = 1,
  // A screen is open already.
  CNCURSES_BUSY = 2,
};

enum cncurses_style {
  CNCURSES_PLAIN = 0,
  CNCURSES_BOLD,
  CNCURSES_REVERSE,
  CNCURSES_UNDERLINED,
  // Black on white where `cncurses_has_symbol_colours`, with blanks on black for full blocks; else plain.
  CNCURSES_SYMBOL,
};

enum cncurses_event {
  // `value` is a Unicode scalar, control characters included.
  CNCURSES_SCALAR = 1,
  // `value` is one of `cncurses_key`, or 100 + n for the function key Fn.
  CNCURSES_KEY,
  // The window has another size, or the process was stopped and goes on: everything must be drawn again.
  CNCURSES_REDRAW,
  // The terminal hung up.
  CNCURSES_ENDED,
  // A signal asks the process to end, such as Ctrl-C; `value` is its number. Raised again, it does.
  CNCURSES_INTERRUPTED,
};

enum cncurses_key {
  // A key without meaning here, or Alt and a character.
  CNCURSES_UNKNOWN = 0,
  CNCURSES_ESCAPE,
  CNCURSES_ENTER,
  CNCURSES_BACKSPACE,
  CNCURSES_DELETE,
  CNCURSES_BACK_TAB,
  CNCURSES_UP,
  CNCURSES_DOWN,
  CNCURSES_LEFT,
  CNCURSES_RIGHT,
  CNCURSES_HOME,
  CNCURSES_END,
  CNCURSES_PAGE_UP,
  CNCURSES_PAGE_DOWN,
  // Not a key, but the terminal's answer to what it is; only `cncurses_has_sixels` tells of it.
  CNCURSES_ATTRIBUTES,
  CNCURSES_FUNCTION = 100,
};

typedef struct {
  int event, value;
} cncurses_input;

// Opens the screen on terminals that stay the caller's: keys come from `input`, drawings go to `output`. `type` is
// the terminal's type, as in TERM. Returns a `cncurses_status`.
int cncurses_open(int input, int output, const char *type, int wants_colour);

// Ends the screen, and gives the terminal back as it was.
void cncurses_close(void);

// Gives the terminal back as it was if a screen is open, in a signal handler too: it calls write and tcsetattr alone
// (POSIX.1-2017 2.4.3). The process must end after it.
void cncurses_restore(void);

// Leaves the screen for a while, and comes back to it; then everything must be drawn again.
void cncurses_leave(void);
void cncurses_return(void);

void cncurses_size(int *columns, int *rows);
int cncurses_has_symbol_colours(void);

// Begins a new page, empty.
void cncurses_begin(void);

// Draws text, cut at the right edge; what has no width of its own joins the character before it, and what cannot be
// drawn becomes U+FFFD. Returns the column behind it.
int cncurses_draw(int row, int column, const char *text, int style);

// Shows the page, with the cursor there; none where `row` is negative.
void cncurses_end(int row, int column);

// Asks the terminal for its primary device attributes (ECMA-48 8.3.24, DEC STD 070), which every terminal answers or
// ignores; `cncurses_close` and `cncurses_leave` wait for the answer.
void cncurses_ask_attributes(void);

// Whether it has answered that it shows sixels.
int cncurses_has_sixels(void);

// Has the next page drawn on a cleared screen, as pictures stay where only blanks follow.
void cncurses_clear(void);

// Waits for a key or another event.
cncurses_input cncurses_wait(void);

// The library's name and version.
const char *cncurses_version(void);

#endif
