"""The files of `serve --lan`: a certificate of this computer's own, and no key that could sign another."""

import stat
import subprocess
from pathlib import Path

from network import COMPUTER
from person import Person, Tally

# Browsers refuse certificates that are valid for longer, in days (Apple, HT211025).
MOST_DAYS = 398


def told(*words: object) -> str:
    return subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=True).stdout


def checked(person: Person, tally: Tally) -> Path:
    """Checks the files; returns the certificate that phones have to trust."""
    authority = next(person.path.rglob("authority.crt"))
    folder, certificate, key = authority.parent, authority.with_name("server.crt"), authority.with_name("server.key")
    tally.check(stat.S_IMODE(folder.stat().st_mode) == 0o700, "others can open the folder of the certificates")
    secret = [path for path in folder.rglob("*") if path.is_file() and b"PRIVATE KEY" in path.read_bytes()]
    tally.check(secret == [key], f"there are keys in {[path.name for path in secret]}")
    tally.check(stat.S_IMODE(key.stat().st_mode) == 0o600, "others can read the key")
    for path, wanted in {
        authority: ("Name Constraints: critical", f"IP:{COMPUTER}/255.255.255.255", "CA:TRUE, pathlen:0"),
        certificate: ("CA:FALSE", "TLS Web Server Authentication", "Authority Key Identifier", f"IP Address:{COMPUTER}"),
    }.items():
        text = told("x509", "-in", path, "-noout", "-text")
        missing = [words for words in wanted if words not in text]
        tally.check(not missing, f"{path.name} has no {missing}")
        ends = subprocess.run(["openssl", "x509", "-in", path, "-noout", "-checkend", str(MOST_DAYS * 86_400)],
                              capture_output=True, check=False)
        tally.check(ends.returncode == 1, f"{path.name} is valid for more than {MOST_DAYS} days")
    belongs = told("pkey", "-in", key, "-pubout") == told("x509", "-in", certificate, "-noout", "-pubkey")
    tally.check(belongs, "the key does not belong to the certificate")
    good = told("verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", COMPUTER, "-CAfile", authority, certificate)
    tally.check("OK" in good, f"the certificate is verified as {good!r}")
    return authority


def spoiled(authority: Path) -> None:
    """Puts another key beside the certificate, as two starts at once could; and opens the folder to others."""
    key = authority.with_name("server.key")
    key.write_text(told("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"))
    authority.parent.chmod(0o755)
