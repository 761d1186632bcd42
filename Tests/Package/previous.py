"""The package of the commit before this one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from person import CHECKOUT

FOLDER = CHECKOUT / ".build-previous"


def git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, encoding="utf-8", check=False)
    if ran.returncode != 0:
        sys.exit("package: error: there is no package of the previous commit\nbecause git does not know that commit "
                 "here\ntry: --previous DEB")
    return ran.stdout.strip()


def previous_commit() -> str:
    return git("rev-parse", "--verify", "HEAD^")


def previous_package(commit: str) -> Path:
    """Builds it from the commit's files alone, or takes what an earlier run built."""
    built, place = FOLDER / f"{commit}.deb", FOLDER / "checkout"
    if built.exists():
        return built
    print("building the package of the previous commit", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    place.mkdir(parents=True)
    archive = FOLDER / "files.tar"
    git("archive", f"--output={archive}", commit)
    subprocess.run(["tar", "-xf", archive, "-C", place], check=True)
    # What was downloaded for the sources; everything is built again. Compiled modules name the folder that they were
    # made in.
    shutil.copytree(
        CHECKOUT / ".build-swiftpm", place / ".build-swiftpm", symlinks=True, ignore=shutil.ignore_patterns("clang"))
    environment = {name: value for name, value in os.environ.items() if name not in ("CARDVAULT_BIN", "PKG_CONFIG_PATH")}
    environment["SOURCE_DATE_EPOCH"] = git("log", "-1", "--format=%ct", commit)
    environment["CARDVAULT_MAINTAINER"] = git("log", "-1", "--format=%an <%ae>", commit)
    subprocess.run([place / ".ci/package"], env=environment, check=True)
    next((place / ".build-package").glob("cardvault_*.deb")).rename(built)
    archive.unlink()
    shutil.rmtree(place)
    return built
