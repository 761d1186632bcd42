"""Real disks of a small size, mounted at a folder, which takes root."""

import contextlib
import os
import subprocess
from pathlib import Path

from storm import Tally


@contextlib.contextmanager
def mounted(path: Path, size: str = "1m"):
    """A disk of this size mounted at a folder, which is created."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    mount("-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(path))
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True, capture_output=True)


def can_mount(place: Path, tally: Tally, what: str) -> bool:
    """Whether this process may mount at all, which a container often forbids; prints what is skipped otherwise."""
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        if os.geteuid() == 0:
            with mounted(place / "trial"):
                return True
    tally.skip(what, "mounting them takes root")
    return False
