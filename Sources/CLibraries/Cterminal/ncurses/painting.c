#define _GNU_SOURCE
#include <string.h>
#include <wchar.h>

#include "internal.h"

// A character with its marks, as ncurses keeps it: the base first, and a zero at the end.
typedef struct {
  wchar_t scalars[CCHARW_MAX + 1];
  int count, width;
} cell;

static int draw_cell(int row, int column, const cell *cell, int style) {
  static const attr_t attributes[] = {A_NORMAL, A_BOLD, A_REVERSE, A_UNDERLINE, A_NORMAL};
  cchar_t character;
  if (cell->count == 0) return column;
  // Cut before the edge: beyond it ncurses would go on in the next row.
  if (column + cell->width > COLS) return COLS;
  short pair = style == CNCURSES_SYMBOL ? cncurses_symbol_pair : 0;
  const wchar_t *scalars = cell->scalars;
  // A full cell is a blank on black: no font leaves gaps between such, or lacks the character.
  if (pair && scalars[0] == L'\u2588') {
    scalars = L" ";
    pair++;
  }
  if (setcchar(&character, scalars, attributes[style], pair, NULL) == OK) {
    // In the last cell of all this fails after it has drawn, as the cursor cannot move on.
    mvadd_wch(row, column, &character);
  }
  return column + cell->width;
}

void cncurses_size(int *columns, int *rows) { getmaxyx(stdscr, *rows, *columns); }

void cncurses_begin(void) { werase(stdscr); }

int cncurses_draw(int row, int column, const char *text, int style) {
  mbstate_t state;
  cell current = {{0}, 0, 0};
  memset(&state, 0, sizeof state);
  for (size_t left = strlen(text); left > 0;) {
    wchar_t scalar;
    size_t length = mbrtowc(&scalar, text, left, &state);
    if (length == 0 || length > left) break;
    text += length;
    left -= length;
    int width = wcwidth(scalar);
    if (width < 0) {
      scalar = 0xFFFD;
      width = 1;
    }
    if (width > 0 || current.count == 0) {
      column = draw_cell(row, column, &current, style);
      memset(&current, 0, sizeof current);
      // A mark that has nothing to join joins a blank.
      if (width == 0) current.scalars[current.count++] = L' ';
      current.width = width > 0 ? width : 1;
    }
    if (current.count < CCHARW_MAX) current.scalars[current.count++] = scalar;
  }
  return draw_cell(row, column, &current, style);
}

void cncurses_end(int row, int column) {
  curs_set(row >= 0);
  if (row >= 0) wmove(stdscr, row, column < COLS ? column : COLS - 1);
  wnoutrefresh(stdscr);
  doupdate();
}
