#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include "internal.h"

int cncurses_signals = -1;
atomic_int cncurses_is_waiting;

// Where the handlers write.
static int writing_end = -1;

// What was typed before Ctrl-C, Ctrl-Z or Ctrl-\ is not for the shell, and no output is lost (`take_keys`).
static void forget_typed(int number) {
  int saved = errno;
  if (number == SIGINT || number == SIGTSTP || number == SIGQUIT) tcflush(cncurses_input_descriptor, TCIFLUSH);
  errno = saved;
}

// Another size, Ctrl-Z, and going on after a stop: a byte each, so that nothing of ncurses runs in a handler.
static void note(int number) {
  forget_typed(number);
  int saved = errno;
  char byte = number == SIGTSTP ? 'z' : 'r';
  // A full pipe tells already that there is something to do.
  ssize_t ignored = write(writing_end, &byte, 1);
  (void) ignored;
  errno = saved;
}

// An end of the process gives the terminal back; then it goes as it would have gone.
static void end(int number);

// Ctrl-C and what else asks the process to end: a byte while somebody waits for keys, who may have something to keep.
static void interrupt(int number);

// How a signal is watched: also where it is handled already, or only where it is not.
enum rule { ALWAYS, UNHANDLED };

static const struct {
  int number;
  enum rule rule;
  void (*handler)(int);
} watched[] = {
  {SIGWINCH, ALWAYS, note}, {SIGTSTP, ALWAYS, note}, {SIGCONT, ALWAYS, note},
  {SIGSEGV, ALWAYS, end}, {SIGBUS, ALWAYS, end}, {SIGILL, ALWAYS, end}, {SIGTRAP, ALWAYS, end},
  {SIGFPE, ALWAYS, end}, {SIGABRT, ALWAYS, end},
  {SIGINT, ALWAYS, interrupt}, {SIGTERM, ALWAYS, interrupt}, {SIGHUP, ALWAYS, interrupt},
  {SIGQUIT, UNHANDLED, end},
};
enum { WATCHED = sizeof watched / sizeof *watched };

static struct sigaction found[WATCHED];

static void end(int number) {
  forget_typed(number);
  cncurses_restore();
  for (int i = 0; i < WATCHED; i++) {
    if (watched[i].number == number) sigaction(number, &found[i], NULL);
  }
  // It is blocked until this returns.
  raise(number);
}

static void interrupt(int number) {
  forget_typed(number);
  if (atomic_load(&cncurses_is_waiting)) {
    int saved = errno;
    char byte = (char) number;
    ssize_t ignored = write(writing_end, &byte, 1);
    (void) ignored;
    errno = saved;
    return;
  }
  for (int i = 0; i < WATCHED; i++) {
    if (watched[i].number != number) continue;
    if (found[i].sa_handler != SIG_DFL) {
      found[i].sa_handler(number);
      return;
    }
  }
  end(number);
}

int cncurses_watch(void) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  cncurses_signals = ends[0];
  writing_end = ends[1];
  for (int i = 0; i < WATCHED; i++) {
    sigaction(watched[i].number, NULL, &found[i]);
    if (found[i].sa_handler == SIG_IGN) continue;
    if (watched[i].rule == UNHANDLED && found[i].sa_handler != SIG_DFL) continue;
    struct sigaction action = {.sa_handler = watched[i].handler, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(watched[i].number, &action, NULL);
  }
  return 0;
}

void cncurses_unwatch(void) {
  for (int i = 0; i < WATCHED; i++) sigaction(watched[i].number, &found[i], NULL);
  // An interruption that nobody waited for any more.
  char byte;
  while (read(cncurses_signals, &byte, 1) == 1) {
    if (byte < 'a') raise(byte);
  }
  close(cncurses_signals);
  close(writing_end);
  cncurses_signals = writing_end = -1;
}

void cncurses_stop(void) {
  struct sigaction ours, usual = {.sa_handler = SIG_DFL};
  sigset_t stop;
  sigemptyset(&usual.sa_mask);
  sigaction(SIGTSTP, &usual, &ours);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, NULL);
  // It stops here; where there is no shell to bring it back, the system lets it go on at once.
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}
