"""A bare Debian 12 in a folder, without a toolchain: debootstrap, from the mirror that this machine uses."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from person import CARD, SAMPLES, Person
from proof import Proof

SUITE = "bookworm"
UID = 1000
# In a mount namespace of its own, so that nothing stays mounted here.
ENTERING = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
FISH = "complete --do-complete='cardvault show mul'"


def mirrors() -> list[str]:
    """The lines of this machine's sources that are of Debian 12."""
    form = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    ran = subprocess.run(
        ["apt-get", "indextargets", "--format", form, "Created-By: Packages"], capture_output=True, encoding="utf-8",
        check=True)
    return sorted({line for line in ran.stdout.splitlines() if line.split()[2].split("-")[0] == SUITE})


class Bare:
    """The system; it is gone after the block."""

    def __enter__(self) -> "Bare":
        if os.geteuid() != 0:
            sys.exit("package: error: no bare system was made\nbecause that needs root\ntry: without --long")
        lines = mirrors()
        main = [line.split()[1] for line in lines if line.split()[2:] == [SUITE, "main"]]
        if not main:
            sys.exit(f"package: error: no bare system was made\nbecause apt's sources do not have {SUITE}, main")
        self.root = Path(tempfile.mkdtemp(prefix="cardvault-bare-", dir="/var/tmp"))
        self.root.chmod(0o755)
        try:
            print("making a bare Debian 12", flush=True)
            subprocess.run(
                ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, self.root, main[0]],
                stdout=subprocess.DEVNULL, check=True)
            (self.root / "etc/apt/sources.list").write_text("\n".join(lines) + "\n")
            shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
            self.run("useradd", "--uid", str(UID), "--create-home", "anna")
            shutil.copytree(SAMPLES, self.root / "samples")
            (self.root / "packages").mkdir()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        shutil.rmtree(self.root)

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

    def apt(self, proof: Proof, what: str, *words: str) -> None:
        ran = self.run("apt-get", "-q", "-y", *words)
        proof.check(ran.returncode == 0, what, (ran.stdout + ran.stderr)[-2000:])

    def prove(self, proof: Proof, deb: Path) -> None:
        """Installs, uses, upgrades, removes and purges the package."""
        shutil.copy(deb, self.root / "packages/new.deb")
        repack(deb, self.root / "packages/old.deb", "0~earlier")
        proof.check(self.run("sh", "-c", "command -v swift").returncode != 0, "there is no toolchain")
        self.apt(proof, "apt update", "update")
        install = ("install", "--no-install-recommends")
        self.apt(proof, "shells and man", *install, "bash-completion", "fish", "man-db", "zsh")
        self.apt(proof, "install", *install, "fonts-dejavu-core", "/packages/old.deb")
        anna = Person(
            Path("/home/anna"), "/usr/bin/cardvault",
            self.entering("setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups"), Path("/samples"))
        anna.work(proof, "bare system")
        cards = anna.cards()
        proof.check(CARD in cards, "cards before the upgrade", cards)
        self.apt(proof, "upgrade", *install, "/packages/new.deb")
        version = self.run("dpkg-query", "-W", "-f", "${Version}", "cardvault").stdout
        proof.check(version != "0~earlier" and anna.cards() == cards, "the same cards after the upgrade", version)
        anna.serve(proof, "bare system")
        self.read(proof, anna)
        vault = self.home()
        self.apt(proof, "remove", "remove", "cardvault")
        self.apt(proof, "purge", "purge", "cardvault")
        left = self.run("find", "/", "-xdev", "-iname", "*cardvault*", "-not", "-path", "/home/*")
        what = left.stdout + left.stderr
        proof.check(left.returncode == 0 and not what, "nothing is left of the package", what)
        proof.check(self.home() == vault, "the vault and its key are as they were")

    def read(self, proof: Proof, anna: Person) -> None:
        """Man pages, and completion as it is installed."""
        for page in ("cardvault", "cardvault-show"):
            status, output, errors = anna.run("man", "-P", "cat", page)
            proof.check(status == 0 and "EXAMPLES" in output, f"man {page}", output[:300] + errors)
        anna.types("add", "--name", "Müller Drogerie")
        status, output, errors = anna.run("fish", "-c", FISH)
        proof.check("muller_drogerie" in output, "fish completes a name", output + errors)
        script = ". /usr/share/bash-completion/completions/cardvault && complete -p cardvault"
        status, output, errors = anna.run("bash", "-c", script)
        proof.check(status == 0, "bash has its completion", output + errors)
        script = "autoload -U compinit && compinit -u -D && whence -w _cardvault && print $_comps[cardvault]"
        status, output, errors = anna.run("zsh", "-f", "-c", script)
        proof.check("_cardvault" in output.split(), "zsh has its completion", output + errors)

    def home(self) -> str:
        """Every file below the home folder with a hash of its content."""
        ran = self.run("sh", "-c", "cd /home/anna && find . -type f -exec sha256sum {} + | sort")
        return ran.stdout


def repack(deb: Path, copy: Path, version: str) -> None:
    """The same build under another version: a package of an earlier commit, as far as dpkg can tell."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        subprocess.run(["dpkg-deb", "-R", deb, root], check=True)
        control = root / "DEBIAN/control"
        control.write_text(re.sub(r"^Version: .*$", f"Version: {version}", control.read_text(), flags=re.M))
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", root, copy], stdout=subprocess.DEVNULL,
            check=True)
