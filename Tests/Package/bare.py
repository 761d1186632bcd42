"""A bare Debian 12 in a folder, without a toolchain: debootstrap, from the mirror that this machine uses."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from person import SAMPLES, Person
from proof import Proof

SUITE = "bookworm"
UID = 1000
# What apt-get takes to install something and what it depends on, no more.
INSTALL = ("install", "--no-install-recommends")
# In a mount namespace of its own, so that nothing stays mounted here.
ENTERING = 'mount -t proc proc "$0/proc" && for each in dev sys; do mount --rbind "/$each" "$0/$each" || exit; done &&'
ENTERING += 'exec chroot "$0" "$@"'
PROGRAM = "/usr/bin/cardvault"


def mirrors() -> list[str]:
    """The lines of this machine's sources that are of Debian 12."""
    form = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    ran = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "Created-By: Packages"], capture_output=True, encoding="utf-8",
        check=True)
    return sorted({line for line in ran.stdout.splitlines() if line.split()[2].split("-")[0] == SUITE})


def acting_as(uid: int) -> tuple[str, ...]:
    """What makes root start a command as another user."""
    return ("setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups")


class Bare:
    """A system in a folder."""

    def __init__(self, root: Path):
        self.root = root

    @classmethod
    @contextlib.contextmanager
    def made(cls) -> Iterator["Bare"]:
        """A new system; it is gone after the block."""
        if os.geteuid() != 0:
            sys.exit("package: error: no bare system was made\nbecause that needs root\ntry: without --long")
        lines = mirrors()
        main = [line.split()[1] for line in lines if line.split()[2:] == [SUITE, "main"]]
        if not main:
            sys.exit(f"package: error: no bare system was made\nbecause apt's sources do not have {SUITE}, main")
        with tempfile.TemporaryDirectory(prefix="cardvault-bare-", dir="/var/tmp") as folder:
            bare = cls(Path(folder, "root"))
            print("making a bare Debian 12", flush=True)
            subprocess.run(
                ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, bare.root, main[0]],
                stdout=subprocess.DEVNULL, check=True)
            (bare.root / "etc/apt/sources.list").write_text("\n".join(lines) + "\n")
            shutil.copy("/etc/resolv.conf", bare.root / "etc/resolv.conf")
            shutil.copytree(SAMPLES, bare.root / "samples")
            Path(folder).chmod(0o755)
            yield bare

    @contextlib.contextmanager
    def copied(self) -> Iterator["Bare"]:
        """The same system once more; it is gone after the block."""
        with tempfile.TemporaryDirectory(prefix="cardvault-bare-", dir="/var/tmp") as folder:
            Path(folder).chmod(0o755)
            subprocess.run(["cp", "-a", "--reflink=auto", self.root, folder], check=True)
            yield Bare(Path(folder, self.root.name))

    def entering(self, *words: str) -> list[str]:
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTERING, str(self.root), *words]

    def run(self, *words: str) -> subprocess.CompletedProcess:
        """Runs a command as root."""
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        environment |= {"DEBIAN_FRONTEND": "noninteractive"}
        environment |= {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        return subprocess.run(
            self.entering(*words), stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=environment,
            check=False)

    def check(self, proof: Proof, what: str, *words: str) -> None:
        """Runs a command as root, which must succeed."""
        ran = self.run(*words)
        proof.check(ran.returncode == 0, what, (ran.stdout + ran.stderr)[-2000:])

    def apt(self, proof: Proof, what: str, *words: str) -> None:
        self.check(proof, what, "apt-get", "-q", "-y", *words)

    def person(self, uid: int, home: str) -> Person:
        """A user of the system."""
        return Person(Path(home), PROGRAM, self.entering(*acting_as(uid)), Path("/samples"))
