"""Tab in an interactive shell on a terminal.

Without one, fish does not tell its completions where the cursor is, so they find nothing.
"""

import re

from person import CHECKOUT, Person
from proof import Proof

TYPIST = CHECKOUT / "Tests/CommandLineSupport/typist"
LINES = {
    "cardvault show mul": "cardvault show muller_drogerie",
    "cardvault list --tag cit": "cardvault list --tag city\\ gym",
}
"""What is typed, and what Tab makes of it."""
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
    """Each shell completes the name of a card and a tag, with what the package installed for it."""
    person.types("add", "--name", "Müller Drogerie", "--tag", "city gym")
    for shell, preparing in SHELLS.items():
        for typed, completed in LINES.items():
            typing = ["", f"{preparing}\necho rea''dy\n", "ready", f"{typed}\t\a"]
            terminal = (str(TYPIST), "80", "24", str(len(typing)), *typing, "/usr/bin/env")
            _, output, errors = person.run("env", "TERM=xterm", *shell, before=terminal)
            line = re.search("line<(.*?)>", output)
            is_completed = line is not None and line[1].rstrip() == completed
            proof.check(is_completed, f"{shell[0]} completes “{typed}” at Tab", output[-1000:] + errors)
