"""Runs every check, names those that failed, and counts."""

import sys
import tempfile
from pathlib import Path

from independent.refusal import Refusal
from independent.vectors import Vector, disagreement, vector_files

from . import documents, folders, properties, vaults

TESTS = Path(__file__).parents[2]


def checks(scratch: Path):
    """Pairs of a name and a check, which returns what is wrong, or nothing."""
    vectors = TESTS / "Vectors"
    for path in vector_files(vectors):
        vector = Vector.parse(path.read_text(encoding="utf-8"))
        yield path.relative_to(vectors).as_posix(), lambda vector=vector: disagreement(vector)
    yield from documents.checks(TESTS, scratch)
    yield from properties.checks(vectors)
    yield from vaults.checks(TESTS, scratch)
    yield from folders.checks(TESTS, scratch)


def outcome(check) -> str | None:
    try:
        return check()
    except Refusal as refusal:
        return str(refusal)
    except Exception as error:  # a crash is a failure of this check, not of the rest
        return f"{type(error).__name__}: {error}"


def main() -> int:
    passed = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, check in checks(Path(scratch)):
            wrong = outcome(check)
            if wrong is None:
                passed += 1
            else:
                failed += 1
                print(f"FAILED {name}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
