"""Counts what was proved."""


class Proof:
    """Prints what fails, and counts."""

    def __init__(self) -> None:
        self.passed = self.failed = 0

    def check(self, holds: bool, what: str, why: str = "") -> bool:
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}\n{why.strip()}".strip(), flush=True)
        return holds
