#include "cedit.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "keys.h"

// The terminal's settings before a line, and while it is edited.
static struct termios before, during;
static volatile sig_atomic_t is_editing, has_during;
// Whether it was stopped: the rest of a paste, with its end, then went to the shell.
static volatile sig_atomic_t was_stopped;
// Whether the system told that it goes on.
static volatile sig_atomic_t was_continued;
// The thread that waits for keys; the system gives a signal to any.
static pthread_t editing_thread;

static const char *shown_prompt;

static char *prompt(EditLine *editor) {
  (void) editor;
  return (char *) shown_prompt;
}

static void mark_pastes(const char *sequence) {
  ssize_t ignored = write(STDERR_FILENO, sequence, sizeof CEDIT_PLAIN_PASTES - 1);
  (void) ignored;
}

void cedit_restore(void) {
  if (!is_editing) return;
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  mark_pastes(CEDIT_PLAIN_PASTES);
}

// libedit prints the prompt before it sets the terminal: keys typed at once would be edited by the system, and a Ctrl-D
// be lost.
static void take_keys(void) {
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t) (ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

// Ends the read that waits for a key.
static void wake(void) {
  cedit_must_redraw = 1;
  if (is_editing && !pthread_equal(pthread_self(), editing_thread)) pthread_kill(editing_thread, SIGWINCH);
}

// After a stop (Ctrl-Z) the shell has set the terminal its own way; a window of another size shows the line elsewhere.
static void redraw(int number) {
  int saved = errno;
  if (number == SIGCONT) was_continued = 1;
  if (number == SIGCONT && is_editing && has_during) tcsetattr(STDIN_FILENO, TCSANOW, &during);
  wake();
  errno = saved;
}

static void interrupt(int number) {
  (void) number;
  int saved = errno;
  cedit_must_end = 1;
  wake();
  errno = saved;
}

// Gives the shell the terminal as it was, stops as Ctrl-Z asks, and continues with the line.
static void stop(int number) {
  int saved = errno;
  struct sigaction ours, usual = {.sa_handler = SIG_DFL};
  sigset_t blocked;
  cedit_restore();
  sigemptyset(&usual.sa_mask);
  sigaction(number, &usual, &ours);
  sigemptyset(&blocked);
  sigaddset(&blocked, number);
  pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
  was_stopped = 1;
  was_continued = 0;
  // It stops here; without a shell to continue it, the system lets it go on at once, and sends no SIGCONT.
  raise(number);
  sigaction(number, &ours, NULL);
  if (!was_continued) redraw(SIGCONT);
  errno = saved;
}

static int next_character(EditLine *editor, wchar_t *character) {
  // libedit has just set the terminal for editing.
  if (!has_during) has_during = tcgetattr(STDIN_FILENO, &during) == 0;
  int status = cedit_next_key(character);
  if (cedit_must_end) {
    *character = '\n';
    return 1;
  }
  if (status != 2) return status;
  cedit_must_redraw = 0;
  if (was_stopped) cedit_forget_paste();
  was_stopped = 0;
  mark_pastes(CEDIT_MARK_PASTES);
  el_resize(editor);
  *character = CEDIT_REDRAW_KEY[0];
  return 1;
}

char *cedit_line(const char *words, int keeps_interrupted, int *ending) {
  *ending = CEDIT_UNAVAILABLE;
  if (tcgetattr(STDIN_FILENO, &before) != 0) return NULL;
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  // Not restarted: the read that waits for a key then draws the line again.
  struct sigaction action = {.sa_handler = redraw}, stopping = {.sa_handler = stop},
                   interrupting = {.sa_handler = interrupt}, found[4];
  has_during = 0;
  was_stopped = 0;
  editing_thread = pthread_self();
  cedit_begin_keys();
  is_editing = 1;
  // These signals reach this thread only while it waits for a key: otherwise, one that comes just before would be
  // forgotten during the wait. Threads of a pool block all signals, but this one must hear when to draw the line again.
  sigset_t held, masked;
  sigemptyset(&held);
  sigaddset(&held, SIGCONT);
  sigaddset(&held, SIGTSTP);
  sigaddset(&held, SIGWINCH);
  if (keeps_interrupted) sigaddset(&held, SIGINT);
  pthread_sigmask(SIG_BLOCK, &held, &masked);
  cedit_waiting_mask = masked;
  sigdelset(&cedit_waiting_mask, SIGWINCH);
  if (keeps_interrupted) sigdelset(&cedit_waiting_mask, SIGINT);
  sigaction(SIGCONT, &action, &found[0]);
  sigaction(SIGWINCH, &action, &found[1]);
  sigaction(SIGTSTP, NULL, &found[2]);
  sigaction(SIGINT, NULL, &found[3]);
  // The parent process may want them ignored.
  if (found[2].sa_handler != SIG_IGN) sigaction(SIGTSTP, &stopping, NULL);
  if (keeps_interrupted && found[3].sa_handler != SIG_IGN) sigaction(SIGINT, &interrupting, NULL);
  char *line = NULL;
  EditLine *editor = el_init("cardvault", stdin, stderr, stderr);
  if (editor) {
    *ending = CEDIT_ENDED;
    shown_prompt = words;
    el_set(editor, EL_PROMPT, prompt);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_BIND, CEDIT_DELETE_KEY, "ed-delete-next-char", NULL);
    el_set(editor, EL_BIND, CEDIT_REDRAW_KEY, "ed-redisplay", NULL);
    // The command's own handlers take care of interruptions.
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_GETCFN, next_character);
    take_keys();
    mark_pastes(CEDIT_MARK_PASTES);
    int count = 0;
    const char *typed = el_gets(editor, &count);
    if (typed && count > 0) line = strndup(typed, (size_t) count);
    // Otherwise el_end() discards what was typed ahead.
    el_set(editor, EL_EDITMODE, 0);
    el_end(editor);
  }
  // A stop from here on must not set the terminal for editing again.
  has_during = 0;
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  if (editor) mark_pastes(CEDIT_PLAIN_PASTES);
  is_editing = 0;
  sigaction(SIGCONT, &found[0], NULL);
  sigaction(SIGWINCH, &found[1], NULL);
  sigaction(SIGTSTP, &found[2], NULL);
  sigaction(SIGINT, &found[3], NULL);
  pthread_sigmask(SIG_SETMASK, &masked, NULL);
  // Not before: another thread may have got the signal last of all.
  if (cedit_must_end && *ending == CEDIT_ENDED) *ending = CEDIT_INTERRUPTED;
  if (line) line[strcspn(line, "\n")] = 0;
  return line;
}

void cedit_discard(void) {
  // Longer than people who write take for the next key, and as often as this at most, in milliseconds.
  enum { QUIET_TIME = 300, ROUNDS = 10 };
  if (tcgetattr(STDIN_FILENO, &before) != 0) return;
  has_during = 0;
  editing_thread = pthread_self();
  is_editing = 1;
  take_keys();
  for (int round = 0; round < ROUNDS; round++) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    tcflush(STDIN_FILENO, TCIFLUSH);
    if (poll(&input, 1, QUIET_TIME) == 0) break;
  }
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
  is_editing = 0;
}

int cedit_version(void) { return LIBEDIT_MAJOR * 100 + LIBEDIT_MINOR; }
