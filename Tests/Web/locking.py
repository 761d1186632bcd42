"""What proofs of locking share: a vault whose key has a passphrase, and what a locked page must not hold."""

from pathlib import Path

from playwright.sync_api import Page

from browser import Window, heading, held
from person import SORTS, Person, Sort, numbers

PASSPHRASE, WRONG = "Zauberwort der Probe", "another one"
TYPED = "typed and not saved"
GYM, GIFT = SORTS[2], SORTS[3]


def left(page: Page) -> list[str]:
    """What a locked page still holds of the vault."""
    content = held(page)
    words = [*numbers(), *(sort.name for sort in SORTS), TYPED, PASSPHRASE, "Eva Hartmann", "Bring a towel", "25.25"]
    return [word for word in words if word in content]


def wrapped(place: Path, name: str, executables: Path, *sorts: Sort) -> Person:
    """A person with some cards, whose key has the passphrase."""
    person = Person(place, name, executables).starts(*sorts)
    # Last, as each command with a passphrase takes most of a second: Argon2id.
    outcome = person.whispers(PASSPHRASE, "key", "passphrase")
    if outcome.status != 0:
        raise RuntimeError(f"key passphrase ended with {outcome.status}: {outcome.errors}")
    return person


def locked(page: Page) -> None:
    """Locks by the button, which a till on a phone hides, and a dialog covers; another tab's would do the same."""
    page.locator("button.nav-lock").first.dispatch_event("click")
    heading(page, "Locked")


def unlocked(page: Page, title: str) -> None:
    """Types the passphrase, and waits for the page with this title."""
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.keyboard.press("Enter")
    heading(page, title)


def beside(window: Window) -> Page:
    """Another tab. It holds a copy of the first tab's token, as a duplicated tab does."""
    page = window.tab()
    token = window.page.evaluate("sessionStorage.getItem('cardvault-token')")
    key = "'cardvault-token'"
    page.add_init_script(f"sessionStorage.getItem({key}) ?? sessionStorage.setItem({key}, '{token}')")
    return page


def prints(page: Page) -> None:
    """Asks for a wallet card of the card that is shown."""
    page.get_by_role("button", name="More actions for this card").click()
    page.get_by_role("button", name="Print a wallet card").click()
