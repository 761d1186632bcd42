// What the parts of this interface share.
#ifndef CARDVAULT_CNCURSES_INTERNAL_H
#define CARDVAULT_CNCURSES_INTERNAL_H

#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <stdatomic.h>

#include "cncurses.h"

// What ncurses calls its pair of colours for symbols, before the one for their full cells; 0 while there is none.
extern short cncurses_symbol_pair;
// The descriptors of the open screen.
extern int cncurses_input_descriptor, cncurses_output_descriptor;

// Signals that change a screen become bytes that can be waited for; `cncurses_signals` is where they arrive.
extern int cncurses_signals;
int cncurses_watch(void);
void cncurses_unwatch(void);
// Whether somebody waits for keys, who hears of an interruption first.
extern atomic_int cncurses_is_waiting;
// Follows the size of the window.
void cncurses_take_size(void);
// Whether the terminal marks what is pasted (xterm's control sequences, mode 2004), so that a pasted line's end is told
// from Enter; terminals without it ignore this.
void cncurses_mark_pastes(int wanted);
// A paste that was cut short on another screen must not go on here.
void cncurses_forget_paste(void);
// Waits a little for the terminal's attributes, if it was asked for them: they would come to the shell as if typed.
void cncurses_await_attributes(void);
// Ends what the terminal was asked for, so that others can use it.
void cncurses_hand_over(void);
// Stops the process as Ctrl-Z asks, until it goes on.
void cncurses_stop(void);

#endif
