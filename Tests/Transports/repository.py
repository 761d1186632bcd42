"""A bare git repository as the far side."""

import shutil
from pathlib import Path

from device import owned_home, run


class Repository:
    """A bare repository and its contents."""

    def __init__(self, path: Path, branch: str = "main"):
        self.path, self.branch, self.home = path, branch, owned_home(path.parent / "git-home")
        self.git("init", "--quiet", "--bare", f"--initial-branch={branch}", path, folder=path.parent)

    @property
    def target(self) -> str:
        return f"git:{self.path}"

    def git(self, *words, folder: Path | None = None) -> str:
        ran = run(["git", *words], folder or self.path, self.home)
        if ran.returncode != 0:
            raise RuntimeError(f"git {words[0]} ended with {ran.returncode}: {ran.stderr.decode()}")
        return ran.stdout.decode()

    def checked_out(self, to: Path) -> Path:
        shutil.rmtree(to, ignore_errors=True)
        self.git("clone", "--quiet", self.path, to, folder=self.path.parent)
        return to

    def push_all(self, folder: Path, *settings: str) -> None:
        """Pushes everything in a working folder, as another person, with these settings of git."""
        person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", *settings)
        self.git("add", "--all", folder=folder)
        self.git(*person, "commit", "--quiet", "-m", "More", folder=folder)
        self.git("push", "--quiet", "origin", f"HEAD:{self.branch}", folder=folder)
