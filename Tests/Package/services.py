"""The package's services, under a user manager of systemd in the bare system, which itself never boots."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Self

from bare import PROGRAM, UID, Bare, acting_as
from person import TIMEOUT, PHOTOS, Person, fetch
from proof import Proof

HOME = "home/anna"
UNITS = "usr/lib/systemd/user"
OWN_UNITS = f"{HOME}/.config/systemd/user"
SERVE, SYNC, TIMER = "cardvault-serve.service", "cardvault-sync.service", "cardvault-sync.timer"
RUNTIME = f"run/user/{UID}"
# The first process of a process namespace, as systemd's user manager refuses to be that.
FIRST = '"$@" & wait'
JOINING = 'for group in $0; do echo $$ >"$group/cgroup.procs" || exit; done; exec "$@"'


def control_groups() -> list[Path]:
    """A new control group that belongs to the person, in each hierarchy that systemd uses; none if that is refused."""
    groups = []
    try:
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            top = Path("/sys/fs/cgroup", {"": "unified", "name=systemd": "systemd"}.get(controllers, "none"))
            if controllers == "" and not top.exists():
                top = top.parent
            if (top / "cgroup.procs").exists():
                group = top / path.lstrip("/") / f"cardvault-{os.getpid()}"
                group.mkdir()
                groups.append(group)
                for name in ("", "cgroup.procs", "cgroup.subtree_control", "cgroup.threads", "tasks"):
                    if (group / name).exists():
                        shutil.chown(group / name, UID, UID)
    except OSError as error:
        print(f"skipping the services: no control group can be made here ({error})", flush=True)
        for group in groups:
            group.rmdir()
        return []
    return groups


class Manager:
    """The person's user manager. It starts what is turned on, and ends with the block."""

    def __init__(self, bare: Bare, groups: list[Path]):
        self.bare, self.groups = bare, groups
        self.person = Person(Path("/", HOME), PROGRAM, samples=Path("/samples"))
        self.person.environment["XDG_RUNTIME_DIR"] = f"/{RUNTIME}"

    def __enter__(self) -> Self:
        # What shows systemd's programs that systemd has started the system.
        for folder in ("run/systemd/system", RUNTIME):
            (self.bare.root / folder).mkdir(parents=True, exist_ok=True)
        (self.bare.root / RUNTIME).chmod(0o700)
        shutil.chown(self.bare.root / RUNTIME, UID, UID)
        variables = [f"{name}={value}" for name, value in self.person.environment.items()]
        entering = self.bare.entering(
            "sh", "-c", FIRST, "first", *acting_as(UID), "env", "-i", *variables, "/lib/systemd/systemd", "--user",
            "--unit=default.target", "--log-target=console")
        entering[1:1] = ["--pid", "--fork", "--kill-child"]
        self.log = (self.bare.root / "run/manager").open("w+")
        self.process = subprocess.Popen(
            ["sh", "-c", JOINING, " ".join(map(str, self.groups)), *entering], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log)
        return self

    def has_started(self, proof: Proof) -> bool:
        """Waits for what is turned on to be started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        until, state = time.monotonic() + TIMEOUT, ""
        # Degraded: a unit of Debian's own may fail in a system that was not booted.
        while state not in ("running", "degraded") and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.2)
            if first := children.read_text().split():
                self.person.around = [
                    "nsenter", f"--target={first[0]}", "--mount", "--pid", "--root", "--wd", *acting_as(UID)]
                state = self.systemctl("is-system-running")[1].strip()
        return proof.check(state in ("running", "degraded"), "the user manager starts", state + self.logged())

    def systemctl(self, *words: str) -> tuple[int, str, str]:
        return self.person.run("systemctl", "--user", *words)

    def does(self, proof: Proof, *words: str) -> bool:
        status, output, errors = self.systemctl(*words)
        return proof.check(status == 0, f"systemctl --user {' '.join(words)}", output + errors + self.logged())

    def logged(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:]

    def __exit__(self, *_) -> None:
        self.systemctl("exit")
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        for group in self.groups:
            for folder in sorted((path for path in group.rglob("*") if path.is_dir()), reverse=True):
                folder.rmdir()


def prove_services(proof: Proof, bare: Bare, anna: Person) -> None:
    status, output, errors = anna.run(
        "env", "XDG_RUNTIME_DIR=/tmp", "systemd-analyze", "--user", "verify",
        *(f"/{UNITS}/{unit}" for unit in (SERVE, SYNC, TIMER)))
    about = [line for line in errors.splitlines() if "cardvault" in line]
    proof.check(status == 0 and not about, "systemd takes the units as they are installed", output + errors)
    # Otherwise the journal has what it says.
    write(bare, f"{SERVE}.d/output.conf", "[Service]\nStandardOutput=truncate:%h/served\n")
    write(bare, "reading.service", reading(bare))
    anna.types("sync", f"/{HOME}/transport")
    groups = control_groups()
    for check in (check_first, check_again) if groups else ():
        with Manager(bare, groups) as manager:
            if manager.has_started(proof):
                check(proof, bare, manager)
    for group in groups:
        group.rmdir()
    link = list((bare.root / RUNTIME).glob("cardvault*"))
    proof.check(not link, "the link is gone with the server", f"{link}")
    for folder in ("run/systemd", "run/user"):
        shutil.rmtree(bare.root / folder, ignore_errors=True)


def write(bare: Bare, name: str, text: str) -> None:
    """Writes a unit of the person, or a part of one."""
    path = bare.root / OWN_UNITS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    bare.run("chown", "--recursive", "anna:", f"/{HOME}/.config/systemd")


def reading(bare: Bare) -> str:
    """A service that reads a photo in the confinement of the service for syncing, which is also that of the web app."""
    text = (bare.root / UNITS / SYNC).read_text()
    text = re.sub("^ExecStart=.*$", f"ExecStart=cardvault read --format plain /samples/{PHOTOS[0]}", text, flags=re.M)
    return f"{text}StandardOutput=truncate:%h/read\nStandardError=truncate:%h/read-errors\n"


def check_first(proof: Proof, bare: Bare, manager: Manager) -> None:
    """Everything is off, can be turned on, and works."""
    for unit in (SERVE, TIMER):
        state = manager.systemctl("is-enabled", unit)[1].strip()
        proof.check(state == "disabled", f"{unit} is off by default", state)
        manager.does(proof, "enable", "--now", unit)
    check_page(proof, bare, manager, "service")
    manager.does(proof, "start", "reading.service")
    read, errors = ((bare.root / HOME / name).read_text() for name in ("read", "read-errors"))
    proof.check(re.search(r"\d{8}", read) is not None and not errors, "a service reads a photo, confined twice", errors)
    transport = bare.root / HOME / "transport"
    before = set(transport.rglob("*"))
    manager.person.types("add", "--name", "To sync")
    manager.does(proof, "start", SYNC)
    proof.check(set(transport.rglob("*")) > before, "the service syncs")
    check_passphrase(proof, manager)


def check_passphrase(proof: Proof, manager: Manager) -> None:
    """With a passphrase, syncing needs `unlock`."""
    for step, words, fails in (
        ("set", "key passphrase --new-passphrase-fd 0", True), ("typed", "unlock --passphrase-fd 0", False)):
        status, _, errors = manager.person.run("sh", "-c", f"echo x | {PROGRAM} {words}")
        proof.check(status == 0, f"a passphrase is {step}", errors)
        status, _, errors = manager.systemctl("start", SYNC)
        what = f"syncing {'fails' if fails else 'works'} once a passphrase is {step}"
        proof.check((status != 0) == fails, what, errors)
    status, _, errors = manager.person.run("sh", "-c", f"echo x | {PROGRAM} key passphrase --remove --passphrase-fd 0")
    proof.check(status == 0, "a passphrase is removed", errors)


def check_again(proof: Proof, bare: Bare, manager: Manager) -> None:
    """As after a reboot: what was turned on runs again, by itself, until it is turned off."""
    check_page(proof, bare, manager, "service after a reboot")
    for unit in (SERVE, TIMER):
        state = manager.systemctl("is-active", unit)[1].strip()
        proof.check(state == "active", f"{unit} runs after a reboot", state)
        manager.does(proof, "disable", "--now", unit)


def check_page(proof: Proof, bare: Bare, manager: Manager, place: str) -> None:
    served, until = bare.root / HOME / "served", time.monotonic() + TIMEOUT
    address = None
    while address is None and time.monotonic() < until:
        time.sleep(0.2)
        address = re.search(r"Serving (http://\S+)\.\s", served.read_text() if served.exists() else "")
    if proof.check(address is not None, f"{place}: serve", "".join(manager.systemctl("status", SERVE)[1:])):
        fetch(proof, place, address[1])
    served.unlink(missing_ok=True)
