"""Tab in an interactive shell on a terminal.

Without one, fish does not tell its completions where the cursor is, so they find nothing.
"""

import re

from person import CHECKOUT, Person
from proof import Proof

TYPIST = CHECKOUT / "Tests/CommandLineTests/typist"
TYPED = "cardvault show mul"
COMPLETED = "cardvault show muller_drogerie"
# How each shell starts, and what makes Ctrl-G print the line and end the shell. The two quotes within a word keep what
# it prints apart from what is typed.
SHELLS = {
    ("bash",): """. /usr/share/bash-completion/bash_completion
tell() { printf 'li''ne<%s>\\n' "$READLINE_LINE"; kill -9 $$; }
bind -x '"\\C-g": tell'""",
    ("zsh", "-f"): """autoload -U compinit; compinit -u -D
tell() { printf 'li''ne<%s>\\n' "$BUFFER"; kill -9 $$; }
zle -N tell; bindkey '^G' tell""",
    ("fish",): "bind \\cg \"printf 'li''ne<%s>\\n' (commandline); kill -9 $fish_pid\"",
}


def check_tab(proof: Proof, person: Person) -> None:
    """Each shell completes the name of a card, with what the package installed for it."""
    person.types("add", "--name", "Müller Drogerie")
    for shell, preparing in SHELLS.items():
        typing = ["", f"{preparing}\necho rea''dy\n", "ready", f"{TYPED}\t\a"]
        terminal = (str(TYPIST), "80", "24", str(len(typing)), *typing, "/usr/bin/env")
        _, output, errors = person.run("env", "TERM=xterm", *shell, before=terminal)
        line = re.search("line<(.*?)>", output)
        completed = line is not None and line[1].rstrip() == COMPLETED
        proof.check(completed, f"{shell[0]} completes a name at Tab", output[-1000:] + errors)
