"""What is in the package: everything that belongs there, nothing else, and no trace of who built it."""

import gzip
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from person import CHECKOUT
from proof import Proof

EXECUTABLES = {f"usr/libexec/cardvault/{name}" for name in ("cardvault", "cardvault-reader", "cardvault-web")}
OTHERS = {
    "usr/bin/cardvault",
    "usr/lib/systemd/user/cardvault-serve.service",
    "usr/lib/systemd/user/cardvault-sync.service",
    "usr/lib/systemd/user/cardvault-sync.timer",
    "usr/share/applications/cardvault.desktop",
    "usr/share/bash-completion/completions/cardvault",
    "usr/share/doc/cardvault/changelog.gz",
    "usr/share/doc/cardvault/copyright",
    "usr/share/doc/cardvault/notices.txt.gz",
    "usr/share/fish/vendor_completions.d/cardvault.fish",
    "usr/share/icons/hicolor/scalable/apps/cardvault.svg",
    "usr/share/lintian/overrides/cardvault",
    "usr/share/zsh/vendor-completions/_cardvault",
}
README = CHECKOUT / "README.md"
# The most that systemd finds exposed of a service, in tenths of its points out of ten; it may only become less. For a
# user's service it counts rights that the user never has.
MOST_EXPOSED = 66
# One word of each licence and notice that must be there.
LINKED = ("swift-nio", "swift-collections", "swift-protobuf", "swift-argument-parser", "swift-system",
          "swift-subprocess", "hummingbird", "Swift: standard library", "ZXing-C++", "zint", "Copyright (C) 2022 gitlost",
          "CNIOLLHTTP/LICENSE", "Fedor Indutny", "ncurses", "libedit")
# SwiftPM fetches them and makes folders for their targets, but nothing that is linked needs them.
NOT_LINKED = ("swift-crypto", "swift-nio-ssl", "async-http-client")


def pages(command: dict, above: str = "") -> set[str]:
    """The man pages that a command and those below it have."""
    if not command["shouldDisplay"] or (above and command["commandName"] == "help"):
        return set()
    name = f"{above}-{command['commandName']}".removeprefix("-")
    below = (pages(each, name) for each in command.get("subcommands", []))
    return {f"usr/share/man/man1/{name}.1.gz"}.union(*below)


def check_contents(proof: Proof, deb: Path, tarball: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run(["dpkg-deb", "-R", deb, root], check=True)
        found = {str(path.relative_to(root)) for path in root.glob("usr/**/*") if path.is_symlink() or path.is_file()}
        ran = subprocess.run(
            [root / "usr/bin/cardvault", "--experimental-dump-help"], capture_output=True, check=True)
        wanted = EXECUTABLES | OTHERS | pages(json.loads(ran.stdout)["command"])
        proof.check(found == wanted, "the package has what belongs there", f"{sorted(found ^ wanted)}")
        papers = {path.name for path in (root / "DEBIAN").iterdir()}
        proof.check(papers == {"control", "md5sums"}, "no script runs when it is installed", f"{papers}")
        with tarfile.open(tarball) as archive:
            members = {f"usr/{member.name.partition('/')[2]}" for member in archive if not member.isdir()}
        proof.check(members == found, "the tarball has the same", f"{sorted(members ^ found)}")
        notices = gzip.decompress((root / "usr/share/doc/cardvault/notices.txt.gz").read_bytes()).decode()
        missing = [name for name in LINKED if name not in notices]
        proof.check(not missing, "everything linked has its licence", f"{missing}")
        foreign = [name for name in NOT_LINKED if re.search(rf"^{name} ", notices, re.M)]
        proof.check(not foreign, "nothing else has its licence there", f"{foreign}")
        packages = [name for name in LINKED if name.startswith("swift-") or name == "hummingbird"]
        nameless = [name for name in packages if not re.search(rf"^{name} \d+\.\d+\.\d+: ", notices, re.M)]
        proof.check(not nameless, "every Swift package has its version there", f"{nameless}")
        licence = (root / "usr/share/doc/cardvault/copyright").read_text()
        agrees = "All rights reserved: no licence has\nbeen granted" in licence
        proof.check(agrees == ("All rights are reserved" in README.read_text()), "it has the README's licence", licence)
        check_texts(proof, root)
        check_traces(proof, root)


def check_traces(proof: Proof, root: Path) -> None:
    """No program names the folder that it was built in, which differs between builds."""
    # Where this checkout is, and where ZXing-C++ was built, by mktemp.
    folders = [str(CHECKOUT).encode() + b"/", tempfile.gettempdir().encode() + b"/tmp."]
    for name in sorted(EXECUTABLES):
        found = [folder.decode() for folder in folders if folder in (root / name).read_bytes()]
        proof.check(not found, f"{name} does not tell where it was built", f"{found}")


def check_texts(proof: Proof, root: Path) -> None:
    """Man pages, units, the desktop entry and completion scripts are valid."""
    for page in sorted(root.glob("usr/share/man/man1/*.gz")):
        text = gzip.decompress(page.read_bytes())
        ran = subprocess.run(
            ["groff", "-ww", "-man", "-Tutf8", "-Z"], input=text, capture_output=True, check=False)
        proof.check(not ran.stderr, f"{page.name} is valid", ran.stderr.decode())
        if page.name == "cardvault.1.gz":
            titles = [title.decode() for title in re.findall(rb"^\.SH (.*)", text, re.M)]
            lacking = {"FILES", "ENVIRONMENT", "EXIT STATUS"}.difference(titles)
            proof.check(not lacking, f"{page.name} has files, environment and exit status", f"{lacking}")
        # It shares its text with the option that it turns off, and would seem to mean that.
        # `--no-sheet` turns off `--sheet FILE`, which has a text of its own.
        alone = [
            found for found in re.findall(rb"^\\fB\\-\\-no\\-.*", text, re.M)
            if found != rb"\fB\-\-no\-sheet\fR"]
        proof.check(not alone, f"{page.name} has --no- options beside those that they turn off", f"{alone}")
    entry = root / "usr/share/applications/cardvault.desktop"
    ran = subprocess.run(["desktop-file-validate", entry], capture_output=True, encoding="utf-8", check=False)
    proof.check(ran.returncode == 0 and not ran.stdout, "the desktop entry is valid", ran.stdout)
    completions = {
        "bash": "usr/share/bash-completion/completions/cardvault",
        "zsh": "usr/share/zsh/vendor-completions/_cardvault",
        "fish": "usr/share/fish/vendor_completions.d/cardvault.fish",
    }
    for shell, script in completions.items():
        text = (root / script).read_text()
        proof.check("---completion show -- positional@0" in text, f"{shell} asks for names of cards")
        if shutil.which(shell):
            ran = subprocess.run([shell, "-n", root / script], capture_output=True, encoding="utf-8", check=False)
            proof.check(ran.returncode == 0, f"{shell} reads its script", ran.stderr)
    for unit in sorted(root.glob("usr/lib/systemd/user/*")):
        proof.check("[Install]" in unit.read_text() or unit.stem == "cardvault-sync", f"{unit.name} can be turned on")
    check_units(proof, root)


def check_units(proof: Proof, root: Path) -> None:
    """systemd knows every setting of the units, and how far they confine the services."""
    if not shutil.which("systemd-analyze"):
        return
    with tempfile.TemporaryDirectory() as folder:
        for unit in root.glob("usr/lib/systemd/user/*"):
            # The program and the man page are not installed here.
            lines = unit.read_text().replace("=cardvault ", "=true ").splitlines()
            kept = [line for line in lines if not line.startswith("Documentation=")]
            Path(folder, unit.name).write_text("\n".join(kept) + "\n")
        units = sorted(Path(folder).iterdir())
        environment = {"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": folder, "HOME": folder}

        def analyze(*words: str) -> subprocess.CompletedProcess:
            return subprocess.run(
                ["systemd-analyze", "--user", *words], capture_output=True, encoding="utf-8", env=environment,
                check=False)

        ran = analyze("verify", *units)
        proof.check(ran.returncode == 0 and not ran.stderr, "systemd takes the units", ran.stderr)
        for service in (unit for unit in units if unit.suffix == ".service"):
            ran = analyze("security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", str(service))
            proof.check(ran.returncode == 0, f"{service.name} is confined as far as before", ran.stdout[-200:])
