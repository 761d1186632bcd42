"""Why something was not read."""

NOT_SEALED = "not-sealed"
UNPROVED = "unproved"
NEWER_FORMAT = "newer-format"
WRONG_KEY = "wrong-key"
WRONG_KIND = "wrong-kind"
DAMAGED = "damaged"
WRONG_PASSPHRASE = "wrong-passphrase"
COST_OUT_OF_BOUNDS = "cost-out-of-bounds"
MALFORMED = "malformed"
SEVERAL_VAULTS = "several-vaults"


class Refusal(Exception):
    """Something was not read; `verdict` is one of the words above, or `group N` for a typed key."""

    def __init__(self, verdict: str, because: str):
        super().__init__(f"{verdict}: {because}")
        self.verdict = verdict
        self.because = because


def must(holds: bool, rule: str) -> None:
    """A rule that the document marks as one that must hold."""
    if not holds:
        raise Refusal(DAMAGED, f"broken rule: {rule}")
