#include "cedit.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "keys.h"

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

// After a stop (Ctrl-Z) the shell has set the terminal its own way.
static void resume(int number) {
  (void) number;
  int saved = errno;
  if (is_editing && has_during) tcsetattr(STDIN_FILENO, TCSANOW, &during);
  errno = saved;
}

static int next_character(EditLine *editor, wchar_t *character) {
  (void) editor;
  // libedit has just set the terminal for editing.
  if (!has_during) has_during = tcgetattr(STDIN_FILENO, &during) == 0;
  return cedit_next_key(character);
}

char *cedit_line(const char *words, int *is_available) {
  *is_available = 0;
  if (tcgetattr(STDIN_FILENO, &before) != 0) return NULL;
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  struct sigaction action = {.sa_handler = resume, .sa_flags = SA_RESTART}, found;
  sigaction(SIGCONT, &action, &found);
  has_during = 0;
  is_editing = 1;
  char *line = NULL;
  EditLine *editor = el_init("cardvault", stdin, stderr, stderr);
  if (editor) {
    *is_available = 1;
    shown_prompt = words;
    el_set(editor, EL_PROMPT, prompt);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_BIND, CEDIT_DELETE_KEY, "ed-delete-next-char", NULL);
    // The command's own handlers take care of interruptions.
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_GETCFN, next_character);
    cedit_begin_keys();
    int count = 0;
    const char *typed = el_gets(editor, &count);
    if (typed && count > 0) line = strndup(typed, (size_t) count);
    // Otherwise el_end() discards what was typed ahead.
    el_set(editor, EL_EDITMODE, 0);
    el_end(editor);
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &before);
  is_editing = 0;
  sigaction(SIGCONT, &found, NULL);
  if (line) line[strcspn(line, "\n")] = 0;
  return line;
}
