"""The committed files are those that the generator makes, including the document's example."""

import filecmp
import json
from pathlib import Path

from making import __main__ as generator
from making import example, forks, hashes, joining, key_rules, merges, shown

FEWEST_VECTORS = 150
GENERATED = {".vector", ".json", ".txt"}
APART = {"making", hashes.FROZEN}


def checks(tests: Path, scratch: Path):
    vectors = tests / "Vectors"
    yield "the generator makes the vectors that are here", lambda: _same(vectors, scratch / "made")
    yield "the document's example", lambda: _example(tests.parent / "Sources" / "VaultFormat" / "Format.md")
    yield "no vector was changed", lambda: _hashes(vectors)
    for folder, agrees in CASES.items():
        for path in sorted((vectors / folder).glob("*.json")):
            name = f"{folder}/{path.name}"
            yield name, lambda path=path, agrees=agrees: agrees(json.loads(path.read_text(encoding="utf-8")))


def _hashes(vectors: Path) -> str | None:
    changed = hashes.changed(vectors)
    if changed:
        return f"changed or gone: {', '.join(changed)}"
    added = sorted(hashes.hashed(vectors).keys() - hashes.listed(vectors).keys())
    return f"not listed yet, run Tests/Vectors/make: {', '.join(added)}" if added else None


def _generated(folder: Path) -> list[Path]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.suffix in GENERATED)
    return sorted(path for path in found if path.parts[0] not in APART)


def _same(here: Path, made: Path) -> str | None:
    made.mkdir()
    wrong = generator.main(made)
    if wrong:
        return wrong
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


def _keys(case: dict) -> str | None:
    got = key_rules.decided(case)
    return None if got == {key: case[key] for key in got} else f"got {json.dumps(got)}"


def _shown(case: dict) -> str | None:
    got = shown.decided(case)
    return None if got == case["values"] else f"got {json.dumps(got)}"


CASES = {"merge": _merge, "joined": _joined, "writers": _writers, "keys": _keys, "shown": _shown}
