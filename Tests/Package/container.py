"""The recipe for a container, followed in a bare system. Only an engine can show what it confines or withholds."""

import json
import shlex
import shutil
from pathlib import Path

from bare import Bare, acting_as
from person import CHECKOUT, Person
from proof import Proof

RECIPE = CHECKOUT / ".ci/Containerfile"


def instructions() -> list[tuple[str, str]]:
    """The recipe's instructions with their arguments."""
    lines = [line for line in RECIPE.read_text().splitlines() if line and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", "")
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines())]


def prove_container(proof: Proof, bare: Bare, deb: Path) -> None:
    """Builds what the recipe describes, and runs it as the recipe's comments do."""
    user, variables, command = "root", {}, {}
    for name, rest in instructions():
        match name:
            case "FROM":
                proof.check(rest == "debian:12-slim", "container: it starts from Debian 12", rest)
            case "COPY":
                pattern, place = rest.split()
                proof.check(Path(deb.name).match(pattern), f"container: {pattern} is the package", deb.name)
                shutil.copy(deb, bare.root / place.lstrip("/"))
            case "RUN":
                bare.check(proof, f"container: {rest}", "sh", "-c", rest)
            case "USER":
                user = rest
            case "ENV":
                variables |= dict(word.split("=", 1) for word in shlex.split(rest))
            case "ENTRYPOINT" | "CMD":
                command[name] = json.loads(rest)
            case "WORKDIR" | "VOLUME":
                proof.check((bare.root / rest.lstrip("/")).is_dir(), f"container: {name} {rest} is there")
            case _:
                proof.check(False, f"container: {name} is not followed here", rest)
    uid = bare.run("id", "--user", user).stdout.strip()
    proof.check(uid.isdigit() and uid != "0", "container: nothing runs as root", uid)
    someone = Person(
        Path(variables["HOME"]), *command["ENTRYPOINT"], bare.entering(*acting_as(int(uid))), Path("/samples"))
    someone.environment |= variables
    someone.work(proof, "container")
    someone.serve(proof, "container", *command["CMD"])
