"""The files that are committed are those that the generator makes, and the document's example is among them."""

import filecmp
import json
from pathlib import Path

from making import __main__ as generator
from making import example, forks, joining, merges

FEWEST_VECTORS = 150
GENERATED = {".vector", ".json", ".txt"}
APART = {"making", "vault-1"}


def checks(tests: Path, scratch: Path):
    vectors = tests / "Vectors"
    yield "the generator makes the vectors that are here", lambda: _same(vectors, scratch / "made")
    yield "the document's example", lambda: _example(tests.parent / "Sources" / "VaultStore" / "Format.md")
    for path in sorted((vectors / "merge").glob("*.json")):
        yield f"merge/{path.name}", lambda path=path: _merge(json.loads(path.read_text(encoding="utf-8")))
    for path in sorted((vectors / "joined").glob("*.json")):
        yield f"joined/{path.name}", lambda path=path: _joined(json.loads(path.read_text(encoding="utf-8")))
    for path in sorted((vectors / "writers").glob("*.json")):
        yield f"writers/{path.name}", lambda path=path: _writers(json.loads(path.read_text(encoding="utf-8")))


def _generated(folder: Path) -> list[Path]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.suffix in GENERATED)
    return sorted(path for path in found if path.parts[0] not in APART)


def _same(here: Path, made: Path) -> str | None:
    made.mkdir()
    generator.main(made)
    names = _generated(here)
    if names != _generated(made):
        odd = sorted(set(names) ^ set(_generated(made)))
        return f"here or there only: {', '.join(map(str, odd[:5]))}"
    if sum(name.suffix == ".vector" for name in names) < FEWEST_VECTORS:
        return f"fewer than {FEWEST_VECTORS} vectors"
    differing = [n for n in names if not filecmp.cmp(here / n, made / n, shallow=False)]
    return f"differing: {', '.join(map(str, differing[:5]))}" if differing else None


def _example(document: Path) -> str | None:
    text = f"```\n{example.text()}```\n"
    if text not in document.read_text(encoding="utf-8"):
        return "section 13 is not what Tests/Vectors/make makes"
    return None


def _merge(case: dict) -> str | None:
    wanted = {"removed": case["removed"], "fields": case["fields"]}
    got = merges.merged(case)
    return None if got == wanted else f"got {json.dumps(got)}"


def _joined(case: dict) -> str | None:
    got = joining.decided(case)
    return None if got == case["cards"] else f"got {json.dumps(got)}"


def _writers(case: dict) -> str | None:
    got = forks.decided(case)
    return None if got == {"writers": case["writers"], "knew": case["knew"]} else f"got {json.dumps(got)}"
