"""The command: `vault read`, `vault write`, `vault open`, `vault seal` and `vault pocket`."""

import argparse
import json
import os
import sys
from pathlib import Path

from . import bundles, keys, payloads, pockets, wrapped
from .keys import Root
from .randomness import Randomness
from .reading import read_vault
from .refusal import Refusal
from .report import bundle_report, report
from .story import START, write_story

REFUSED = 13


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="vault", description="an independent reader and writer of vaults")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, help_text in (("read", "print a vault as JSON"), ("write", "write a new vault and its key file")):
        command = commands.add_parser(name, help=help_text)
        command.add_argument("vault", type=Path)
        if name == "read":
            command.add_argument("key", type=Path, nargs="+", help="one key file or several")
        else:
            command.add_argument("key", type=Path)
        command.add_argument("--passphrase-fd", type=int, help="read the passphrase from this file descriptor")
        if name == "read":
            command.add_argument("--retired", type=Path, action="append", default=[], help="a key file that is retired")
            command.add_argument("--bundle", type=Path, action="append", default=[])
        else:
            command.add_argument("cards", type=Path, help="cards as JSON, four or more")
            command.add_argument("--seed", type=int, help="the same bytes again for the same number")
            command.add_argument("--changes", type=int, default=0, help="how often the key changes; the old ones go to KEY.0 and so on")
            command.add_argument("--late", action="store_true", help="after each change a device that has not heard of it saves")
            command.add_argument("--rivals", action="store_true", help="the last change happens on two devices at once; the other key goes to KEY.rival")
    command = commands.add_parser("pocket", help="print what a pocket's file holds as JSON")
    command.add_argument("file", type=Path)
    command.add_argument("--passphrase-fd", type=int, required=True, help="read the words from this file descriptor")
    for name, help_text in (("open", "print a bundle for someone else as JSON"), ("seal", "write such a bundle")):
        command = commands.add_parser(name, help=help_text)
        command.add_argument("bundle", type=Path)
        command.add_argument("--passphrase-fd", type=int, required=True)
        if name == "seal":
            command.add_argument("cards", type=Path, help="cards as JSON; those without an id get one by their place")
            command.add_argument("--seed", type=int)
            command.add_argument("--photo", type=Path, help="a WebP that shows all of them")
    return parser.parse_args()


def passphrase_of(options: argparse.Namespace) -> bytes | None:
    """All bytes of the descriptor, without one line feed at the end."""
    if options.passphrase_fd is None:
        return None
    with os.fdopen(options.passphrase_fd, "rb") as source:
        return source.read().removesuffix(b"\n")


def open_key(path: Path, passphrase: bytes | None) -> Root:
    if path.stat().st_mode & 0o077:
        raise Refusal("key-readable", "others than its owner may read the key file")
    file = path.read_bytes()
    if passphrase is None:
        return keys.parse_key_file(file)
    return wrapped.parse_wrapped_file(file, passphrase)


def write_key(path: Path, root: Root, passphrase: bytes | None, random: Randomness) -> None:
    if passphrase is None:
        line = keys.key_line(root)
    else:
        line = wrapped.wrapped_line(wrapped.wrap(root, passphrase, random.bytes(16), 2, 65_536))
    path.touch(mode=0o600)
    path.write_text(line + "\n")


def print_json(value: dict) -> None:
    json.dump(value, sys.stdout, indent=2, sort_keys=True, ensure_ascii=False)
    print()


def seal_bundle(options: argparse.Namespace, passphrase: bytes) -> None:
    cards = json.loads(options.cards.read_text(encoding="utf-8"))
    cards = [{"id": f"{place:032x}", **card} for place, card in enumerate(cards)]
    random = Randomness(options.seed)
    photos = {card["id"]: [options.photo.read_bytes()] for card in cards} if options.photo else {}
    pack = bundles.pack_for_others(cards, random.bytes(16), START, photos)
    options.bundle.touch(mode=0o600)
    options.bundle.write_bytes(bundles.sealed_for_others(payloads.encoded(pack), passphrase, random))


def main() -> int:
    options = arguments()
    passphrase = passphrase_of(options)
    if options.command == "pocket":
        print_json(pockets.opened(options.file.read_bytes(), passphrase))
        return 0
    if options.command == "open":
        print_json(bundle_report(bundles.open_bundle(options.bundle.read_bytes(), [], passphrase)))
        return 0
    if options.command == "seal":
        seal_bundle(options, passphrase)
        return 0
    if options.command == "read":
        roots, retired = ([open_key(path, passphrase) for path in paths] for paths in (options.key, options.retired))
        print_json(report(read_vault(options.vault, roots, retired, options.bundle)))
        return 0
    cards = json.loads(options.cards.read_text(encoding="utf-8"))
    options.vault.mkdir(mode=0o700)
    random = Randomness(options.seed)
    vault, rival = write_story(options.vault, cards, random, options.changes, options.late, options.rivals)
    write_key(options.key, vault.root, passphrase, random)
    more = dict(enumerate(vault.old)) | ({"rival": rival.root} if rival else {})
    for name, root in more.items():
        write_key(options.key.with_name(f"{options.key.name}.{name}"), root, passphrase, random)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refusal as refusal:
        print(f"vault: error: {refusal}", file=sys.stderr)
        sys.exit(REFUSED)
