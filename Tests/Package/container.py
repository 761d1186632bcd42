"""The recipe for a container: followed in a bare system, and built where there is a container engine.

Only an engine shows what it confines or withholds.
"""

import json
import shlex
import shutil
import subprocess
from pathlib import Path

from bare import Bare, acting_as
from person import CHECKOUT, Person
from proof import Proof

RECIPE = CHECKOUT / ".ci/Containerfile"
ENGINES = ("podman", "docker")
TAG = "cardvault-proof"


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


def works(engine: str) -> bool:
    """Whether an engine is here, and what it may need runs."""
    if shutil.which(engine) is None:
        return False
    return subprocess.run([engine, "info"], capture_output=True, check=False).returncode == 0


def prove_image(proof: Proof, deb: Path) -> None:
    """Builds the image, and starts the program in it as its own user."""
    engine = next(filter(works, ENGINES), None)
    if engine is None:
        print(f"skipping the container's image: neither {' nor '.join(ENGINES)} works here", flush=True)
        return

    def output(*words: str) -> str:
        ran = subprocess.run(
            [engine, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
        proof.check(ran.returncode == 0, f"{engine} {words[0]}", (ran.stdout + ran.stderr)[-2000:])
        return ran.stdout.strip()

    output("build", "--file", str(RECIPE), "--tag", TAG, str(deb.parent))
    version = output("run", "--rm", TAG, "--version")
    proof.check(version != "" and version in deb.name, f"{engine}: the image has this version", version)
    user = output("run", "--rm", "--entrypoint", "id", TAG, "--user")
    proof.check(user not in ("", "0"), f"{engine}: the image does not run as root", user)
    output("rmi", TAG)
