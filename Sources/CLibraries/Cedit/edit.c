#include "cedit.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The terminal's settings before a line, and while it is edited.
static struct termios before, during;
static volatile sig_atomic_t is_editing, has_during;

static const char *shown_prompt;

static char *prompt(EditLine *editor) {
  (void) editor;
  return (char *) shown_prompt;
}

void cedit_restore(void) {
  if (is_editing) tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

// A shell has its own settings while the command is stopped; afterwards the line goes on.
static void go_on(int number) {
  (void) number;
  int saved = errno;
  if (is_editing && has_during) tcsetattr(STDIN_FILENO, TCSANOW, &during);
  errno = saved;
}

// Reads a character as libedit does; the first call shows which settings it edits with.
static int next_character(EditLine *editor, wchar_t *character) {
  (void) editor;
  static mbstate_t state;
  if (!has_during) has_during = tcgetattr(STDIN_FILENO, &during) == 0;
  for (;;) {
    char byte;
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return (int) count;
    size_t length = mbrtowc(character, &byte, 1, &state);
    if (length == (size_t) -2) continue;
    if (length != (size_t) -1) return 1;
    // Not a character: leave it out.
    memset(&state, 0, sizeof state);
  }
}

char *cedit_line(const char *words, int *is_available) {
  *is_available = 0;
  if (tcgetattr(STDIN_FILENO, &before) != 0) return NULL;
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  EditLine *editor = el_init("cardvault", stdin, stderr, stderr);
  if (!editor) return NULL;
  *is_available = 1;
  shown_prompt = words;
  el_set(editor, EL_PROMPT, prompt);
  el_set(editor, EL_EDITOR, "emacs");
  // Whoever interrupts or stops the command is answered by the command's own handlers.
  el_set(editor, EL_SIGNAL, 0);
  el_set(editor, EL_GETCFN, next_character);
  struct sigaction action = {.sa_handler = go_on, .sa_flags = SA_RESTART}, found;
  sigaction(SIGCONT, &action, &found);
  has_during = 0;
  is_editing = 1;
  int count = 0;
  const char *typed = el_gets(editor, &count);
  char *line = typed && count > 0 ? strndup(typed, (size_t) count) : NULL;
  is_editing = 0;
  el_end(editor);
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  sigaction(SIGCONT, &found, NULL);
  if (line) line[strcspn(line, "\n")] = 0;
  return line;
}
