"""A package in a bare system: installed, used, upgraded from the previous commit and back, removed and purged."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from bare import INSTALL, UID, Bare
from person import CARD, Person
from proof import Proof
from services import prove_services
from shells import check_tab

HOME = "/home/anna"
# Both packages call themselves the same, and apt would take them for one.
EARLIER = "0~earlier"
NEW, OLD = "/packages/new.deb", "/packages/old.deb"


def prove_lifetime(proof: Proof, bare: Bare, deb: Path, previous: Path) -> None:
    (bare.root / "packages").mkdir()
    shutil.copy(deb, bare.root / NEW[1:])
    repack(previous, bare.root / OLD[1:], EARLIER)
    bare.check(proof, "a person", "useradd", "--uid", str(UID), "--create-home", "anna")
    proof.check(bare.run("sh", "-c", "command -v swift").returncode != 0, "there is no toolchain")
    bare.apt(proof, "apt update", "update")
    bare.apt(proof, "shells, man and systemd", *INSTALL, "bash-completion", "fish", "man-db", "systemd", "zsh")
    anna = bare.person(UID, HOME)
    upgrade(proof, bare, anna)
    anna.serve(proof, "bare system")
    read(proof, anna)
    check_tab(proof, anna)
    prove_services(proof, bare, anna)
    vault = files(bare)
    bare.apt(proof, "remove", "remove", "cardvault")
    # It has no settings that a removal would keep, so apt does not know it any more.
    bare.check(proof, "purge", "dpkg", "--purge", "cardvault")
    left = bare.run("find", "/", "-xdev", "-iname", "*cardvault*", "-not", "-path", "/home/*")
    what = left.stdout + left.stderr
    proof.check(left.returncode == 0 and not what, "nothing is left of the package", what)
    proof.check(files(bare) == vault, "the vault and its key are as they were")


def upgrade(proof: Proof, bare: Bare, anna: Person) -> None:
    """The previous commit's package, then this one; then each opens what the other saved."""
    bare.apt(proof, "install", *INSTALL, "fonts-dejavu-core", OLD)
    anna.work(proof, "previous commit")
    cards = anna.cards()
    proof.check(CARD in [name for _, name in cards], "cards before the upgrade", f"{cards}")
    for way, package, name in (("upgrade", NEW, "Of today"), ("downgrade", OLD, "Of the day before")):
        bare.apt(proof, way, *INSTALL, "--allow-downgrades", package)
        version = bare.run("dpkg-query", "-W", "-f", "${Version}", "cardvault").stdout
        proof.check((version == EARLIER) == (package == OLD), f"it is the other package after the {way}", version)
        found = anna.cards()
        proof.check(found == cards, f"the same cards after the {way}", f"{cards}\n{found}")
        status, _, errors = anna.types("add", "--name", name)
        proof.check(status == 0, f"a new card after the {way}", errors)
        cards = anna.cards()
    bare.apt(proof, "upgrade again", *INSTALL, NEW)
    found = anna.cards()
    proof.check(found == cards, "the same cards after the second upgrade", f"{cards}\n{found}")
    status, _, errors = anna.types("verify")
    proof.check(status == 0, "the vault is whole after both", errors)


def read(proof: Proof, anna: Person) -> None:
    for page in ("cardvault", "cardvault-show"):
        status, output, errors = anna.run("man", "-P", "cat", page)
        proof.check(status == 0 and "EXAMPLES" in output, f"man {page}", output[:300] + errors)


def files(bare: Bare) -> str:
    """Every file below the home folder with a hash of its content."""
    return bare.run("sh", "-c", f"cd {HOME} && find . -type f -exec sha256sum {{}} + | sort").stdout


def repack(deb: Path, copy: Path, version: str) -> None:
    """The same package under another version."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        subprocess.run(["dpkg-deb", "-R", deb, root], check=True)
        control = root / "DEBIAN/control"
        control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.M))
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", root, copy], stdout=subprocess.DEVNULL,
            check=True)
