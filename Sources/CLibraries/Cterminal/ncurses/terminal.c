#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "internal.h"
#include <term.h>

short cncurses_symbol_pair;
int cncurses_input_descriptor = -1, cncurses_output_descriptor = -1;

static SCREEN *screen;
static FILE *input_file, *output_file;

// What gives the terminal back: its settings from before, and the sequences of its type, made beforehand because a
// signal handler could not. Together they have fewer than 96 bytes in each type of Debian's ncurses-base (infocmp);
// what does not fit is left out.
static struct termios before;
static char farewell[256];
static size_t farewell_length;
// Whether the terminal has to be given back.
static atomic_int is_open;

static const char pastes_marked[] = "\033[?2004h", pastes_plain[] = "\033[?2004l";

void cncurses_mark_pastes(int wanted) {
  ssize_t ignored = write(cncurses_output_descriptor, wanted ? pastes_marked : pastes_plain, sizeof pastes_plain - 1);
  (void) ignored;
}

static int collect(int byte) {
  if (farewell_length < sizeof farewell) farewell[farewell_length++] = (char) byte;
  return byte;
}

// A text of the type's description; NULL when it has none.
static const char *capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *) -1 ? NULL : text;
}

// ECMA-48 8.3.143: the end of a string, in case that a picture was cut short. terminfo(5): no attributes, the type's own
// colours, the cursor shown, keys as they were, the page of before; where a type has one page only, the line below it.
static void prepare_farewell(void) {
  static const char *const names[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
  farewell_length = 0;
  for (const char *byte = "\033\\"; *byte; byte++) collect(*byte);
  for (const char *byte = pastes_plain; *byte; byte++) collect(*byte);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *text = capability(names[i]);
    if (text) tputs(text, 1, collect);
  }
  if (capability("rmcup")) return;
  tputs(tparm(cursor_address, LINES - 1, 0), 1, collect);
  collect('\r');
  collect('\n');
}

void cncurses_restore(void) {
  if (!atomic_load(&is_open)) return;
  int saved = errno;
  for (size_t done = 0; done < farewell_length;) {
    ssize_t count = write(cncurses_output_descriptor, farewell + done, farewell_length - done);
    if (count <= 0) break;
    done += (size_t) count;
  }
  tcsetattr(cncurses_output_descriptor, TCSANOW, &before);
  errno = saved;
}

// Characters count as UTF-8 even where the environment names no such locale (C.UTF-8: glibc 2.35 and Debian).
static void use_utf8(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

// Every key arrives at once and as it is, Ctrl-Q, Ctrl-S and Ctrl-V too; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals, so
// that they work while nobody waits for keys. They flush nothing (termios(3), NOFLSH): of a picture that lost its end,
// the terminal would wait for it, and take what follows for a part of it.
static void take_keys(void) {
  struct termios settings;
  raw();
  if (tcgetattr(cncurses_output_descriptor, &settings) == 0) {
    settings.c_lflag |= ISIG | NOFLSH;
    tcsetattr(cncurses_output_descriptor, TCSADRAIN, &settings);
    def_prog_mode();
  }
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  // Arrows of terminals without keypad modes (ECMA-48 8.3.18 to 8.3.22), and Home and End as xterm sends them.
  static const struct {
    const char *sequence;
    int code;
  } plain[] = {
    {"\033[A", KEY_UP}, {"\033[B", KEY_DOWN}, {"\033[C", KEY_RIGHT}, {"\033[D", KEY_LEFT},
    {"\033[H", KEY_HOME}, {"\033[F", KEY_END},
  };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    if (key_defined(plain[i].sequence) == 0) define_key(plain[i].sequence, plain[i].code);
  }
  // A mouse's reports are no keys here: without this, only their beginning would be skipped.
  define_key(NULL, KEY_MOUSE);
  // A lone Escape is known as one after 25 ms instead of a second; a key whose bytes come further apart is not known.
  set_escdelay(25);
  // Pages are drawn whole, even when more was typed.
  typeahead(-1);
  // Characters are drawn, not moved: a picture beside them could move, too.
  idcok(stdscr, FALSE);
}

static void choose_colours(void) {
  cncurses_symbol_pair = 0;
  if (!has_colors() || start_color() != OK) return;
  // The background stays what it is.
  use_default_colors();
  // The 256-colour palette's 16 and 231, which users do not re-colour; else black and the brightest white there is.
  short black = COLORS >= 256 ? 16 : COLOR_BLACK;
  short white = COLORS >= 256 ? 231 : COLORS >= 16 ? 15 : COLOR_WHITE;
  if (init_pair(1, black, white) == OK && init_pair(2, white, black) == OK) cncurses_symbol_pair = 1;
}

static void free_all(void) {
  if (screen) delscreen(screen);
  if (input_file) fclose(input_file);
  if (output_file) fclose(output_file);
  screen = NULL;
  input_file = output_file = NULL;
}

static int failed(void) {
  free_all();
  return CNCURSES_NO_TERMINAL;
}

// A stream for ncurses, which never closes it; the descriptor stays the caller's.
static FILE *stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  FILE *file = copy < 0 ? NULL : fdopen(copy, mode);
  if (!file && copy >= 0) close(copy);
  return file;
}

int cncurses_open(int input, int output, const char *type, int wants_colour) {
  static int will_restore;
  if (screen) return CNCURSES_BUSY;
  if (!isatty(input) || tcgetattr(output, &before) != 0) return CNCURSES_NO_TERMINAL;
  use_utf8();
  // The window's size is the terminal's own, not that of LINES and COLUMNS.
  use_env(FALSE);
  use_tioctl(TRUE);
  input_file = stream(input, "r");
  output_file = stream(output, "w");
  if (!input_file || !output_file) return failed();
  cncurses_input_descriptor = input;
  cncurses_output_descriptor = output;
  // First the signals: ncurses leaves alone what is watched already.
  if (cncurses_watch() != 0) return failed();
  screen = newterm(type, output_file, input_file);
  if (!screen || !cursor_address) {
    if (screen) endwin();
    cncurses_unwatch();
    return failed();
  }
  prepare_farewell();
  atomic_store(&is_open, 1);
  // For code that calls exit() meanwhile.
  if (!will_restore) will_restore = atexit(cncurses_restore) == 0;
  take_keys();
  cncurses_forget_paste();
  cncurses_mark_pastes(1);
  cncurses_symbol_pair = 0;
  if (wants_colour) choose_colours();
  return CNCURSES_OK;
}

void cncurses_hand_over(void) {
  cncurses_await_attributes();
  cncurses_mark_pastes(0);
  endwin();
}

void cncurses_close(void) {
  cncurses_hand_over();
  // ncurses restores the settings that it found; these are the same, unless it was interrupted.
  tcsetattr(cncurses_output_descriptor, TCSADRAIN, &before);
  atomic_store(&is_open, 0);
  cncurses_unwatch();
  free_all();
}

void cncurses_leave(void) {
  cncurses_hand_over();
  atomic_store(&is_open, 0);
  cncurses_unwatch();
}

void cncurses_return(void) {
  // Without it, pages only follow no other size.
  cncurses_watch();
  atomic_store(&is_open, 1);
  cncurses_forget_paste();
  cncurses_mark_pastes(1);
  cncurses_take_size();
  clearok(curscr, TRUE);
  doupdate();
}

int cncurses_has_symbol_colours(void) { return cncurses_symbol_pair != 0; }

const char *cncurses_version(void) { return curses_version(); }
