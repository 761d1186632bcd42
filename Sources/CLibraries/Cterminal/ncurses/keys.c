#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

static const struct {
  int code, key;
} keys[] = {
  {KEY_ENTER, CNCURSES_ENTER}, {KEY_BACKSPACE, CNCURSES_BACKSPACE}, {KEY_DC, CNCURSES_DELETE},
  {KEY_BTAB, CNCURSES_BACK_TAB}, {KEY_UP, CNCURSES_UP}, {KEY_DOWN, CNCURSES_DOWN},
  {KEY_LEFT, CNCURSES_LEFT}, {KEY_RIGHT, CNCURSES_RIGHT}, {KEY_HOME, CNCURSES_HOME},
  {KEY_END, CNCURSES_END}, {KEY_PPAGE, CNCURSES_PAGE_UP}, {KEY_NPAGE, CNCURSES_PAGE_DOWN},
  // The keypad's corners, as some types call them.
  {KEY_A1, CNCURSES_HOME}, {KEY_C1, CNCURSES_END}, {KEY_A3, CNCURSES_PAGE_UP}, {KEY_C3, CNCURSES_PAGE_DOWN},
};

// How long the rest of a character's bytes may take, and the answer of a terminal far away, in milliseconds.
enum { CHARACTER_TIME = 100, ANSWER_TIME = 500 };

// Whether what arrives was pasted.
static int is_pasting;

void cncurses_forget_paste(void) { is_pasting = 0; }

// Whether the terminal has yet to say what it is, and whether it has said that it shows sixels.
static int is_asked, sixels;

void cncurses_ask_attributes(void) {
  static const char question[] = "\033[c";
  is_asked = write(cncurses_output_descriptor, question, sizeof question - 1) == sizeof question - 1;
}

int cncurses_has_sixels(void) { return sixels; }

void cncurses_clear(void) { clearok(curscr, TRUE); }

static cncurses_input input(int event, int value) {
  cncurses_input input = {event, value};
  return input;
}

static int code_of(int code) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (keys[i].code == code) return keys[i].key;
  }
  if (code > KEY_F0 && code <= KEY_F0 + 63) return CNCURSES_FUNCTION + code - KEY_F0;
  return CNCURSES_UNKNOWN;
}

// A key's bytes that this type's description lacks begin with Escape, too. What follows that one at once belongs to
// it: a sequence up to its end (ECMA-48 5.4), or the character of an Alt key.
static int after_escape(void) {
  wint_t next;
  wtimeout(stdscr, 0);
  int status = wget_wch(stdscr, &next);
  if (status == ERR) {
    // A person who presses Escape is not pasting any more, even if the end of a paste was lost.
    is_pasting = 0;
    return CNCURSES_ESCAPE;
  }
  if (status == KEY_CODE_YES || (next != '[' && next != 'O')) return CNCURSES_UNKNOWN;
  int is_short = next == 'O', number = 0, is_answer = 0, has_four = 0;
  // The rest may come in a second piece, such as over ssh.
  wtimeout(stdscr, CHARACTER_TIME);
  while ((status = wget_wch(stdscr, &next)) != ERR) {
    if (status == KEY_CODE_YES || is_short) break;
    if (next == '~' && (number == 200 || number == 201)) is_pasting = number == 200;
    if (next == '?') is_answer = 1;
    if (next == ';' || next == 'c') {
      has_four |= number == 4;
      number = 0;
    }
    // Its primary device attributes, of which 4 stands for sixels.
    if (next == 'c' && is_answer) {
      is_asked = 0;
      if (!has_four || sixels) break;
      sixels = 1;
      return CNCURSES_ATTRIBUTES;
    }
    if (next >= '0' && next <= '9' && number < 1000) number = number * 10 + (int) (next - '0');
    if (next >= 0x40 && next <= 0x7E && next != '[') break;
  }
  return CNCURSES_UNKNOWN;
}

// A key that has arrived, within `milliseconds`; event 0 for none.
static cncurses_input arrived(int milliseconds) {
  wint_t value;
  wtimeout(stdscr, milliseconds);
  int status = wget_wch(stdscr, &value);
  if (status == ERR) return input(0, 0);
  // A pasted line's end decides nothing.
  if (is_pasting && value != 0x1B && (value < 0x20 || (status == KEY_CODE_YES && value == KEY_ENTER))) {
    return input(CNCURSES_SCALAR, ' ');
  }
  if (status == KEY_CODE_YES) {
    return value == KEY_RESIZE ? input(CNCURSES_REDRAW, 0) : input(CNCURSES_KEY, code_of((int) value));
  }
  if (value != 0x1B) return input(CNCURSES_SCALAR, (int) value);
  int key = after_escape();
  return key == CNCURSES_ATTRIBUTES ? input(CNCURSES_REDRAW, 0) : input(CNCURSES_KEY, key);
}

static long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void cncurses_await_attributes(void) {
  if (!is_asked) return;
  for (long end = milliseconds_now() + ANSWER_TIME, left; is_asked && (left = end - milliseconds_now()) > 0;) {
    struct pollfd source = {.fd = cncurses_input_descriptor, .events = POLLIN};
    int count = 0;
    if (poll(&source, 1, (int) left) < 0 && errno == EINTR) continue;
    if (ioctl(cncurses_input_descriptor, FIONREAD, &count) != 0 || count == 0) break;
    arrived(0);
  }
  // Once is enough: this terminal does not answer, or much too late.
  is_asked = 0;
  tcflush(cncurses_input_descriptor, TCIFLUSH);
}

void cncurses_take_size(void) {
  struct winsize size;
  if (ioctl(cncurses_output_descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return;
  if (is_term_resized(size.ws_row, size.ws_col)) resize_term(size.ws_row, size.ws_col);
}

// Does what signals asked for; returns the number of one that asks the process to end, or 0.
static int follow_signals(void) {
  char bytes[64];
  ssize_t count = read(cncurses_signals, bytes, sizeof bytes);
  int interruption = 0;
  for (ssize_t i = 0; i < count; i++) {
    if (bytes[i] < 'a') interruption = bytes[i];
    if (bytes[i] != 'z') continue;
    cncurses_hand_over();
    cncurses_stop();
    // The rest of a paste, with its end, went to the shell.
    cncurses_forget_paste();
    break;
  }
  // Also after a stop that could not be seen coming: the shell has set the terminal as it likes it.
  reset_prog_mode();
  cncurses_mark_pastes(1);
  cncurses_take_size();
  clearok(curscr, TRUE);
  return interruption;
}

static cncurses_input waited(void) {
  cncurses_input key = arrived(0);
  while (key.event == 0) {
    struct pollfd sources[] = {
      {.fd = cncurses_signals, .events = POLLIN}, {.fd = cncurses_input_descriptor, .events = POLLIN}};
    if (poll(sources, 2, -1) < 0) {
      if (errno != EINTR) return input(CNCURSES_ENDED, 0);
      continue;
    }
    if (sources[0].revents) {
      int interruption = follow_signals();
      return interruption ? input(CNCURSES_INTERRUPTED, interruption) : input(CNCURSES_REDRAW, 0);
    }
    int count = 0;
    if (!(sources[1].revents & POLLIN) || ioctl(cncurses_input_descriptor, FIONREAD, &count) != 0 || count == 0) {
      return input(CNCURSES_ENDED, 0);
    }
    key = arrived(CHARACTER_TIME);
  }
  return key;
}

cncurses_input cncurses_wait(void) {
  atomic_store(&cncurses_is_waiting, 1);
  cncurses_input key = waited();
  atomic_store(&cncurses_is_waiting, 0);
  return key;
}
