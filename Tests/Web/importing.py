"""What proofs of importing share: a narrow phone, and a look at all that a page shows."""

from playwright.sync_api import Page

from accessible import axe, enlarged, fits, settled
from browser import held
from person import Tally
from wallets import NUMBERS, PASSWORD, WRONG

NARROW = (360, 740)


def examined(page: Page, what: str, size, tally: Tally) -> None:
    settled(page)
    fits(page, what, tally, size == NARROW)
    enlarged(page, size)
    axe(page, what, tally)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    told = [number for number in (*NUMBERS, PASSWORD, WRONG) if number in held(page)]
    tally.check(not told, f"{what}: the page holds {told}")


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)
