"""What holds for everybody on every page: axe finds nothing, nothing is wider than the screen, targets are large."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser import quiet
from person import HANG, Tally

# Only what is wrong is described in full: describing what is right takes longer than finding it.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"],
}
TARGET = 48
# So many times a window is made higher.
MOST_ENLARGED = 4

STILL = "() => document.getAnimations().every((each) => each.playState !== 'running')"
# A phone's window becomes as wide as what does not fit: its document keeps the screen's width.
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Buttons that stay on the screen while the page moves, but not above the navigation.
BEHIND = """() => {
  const places = [...document.querySelectorAll(".nav")].filter((each) => each.checkVisibility());
  const top = Math.min(innerHeight, ...places.map((each) => each.getBoundingClientRect().top));
  return [...document.querySelectorAll(".form-actions .button, .tray-done:enabled")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > top + 1)
    .map((each) => each.textContent);
}"""
# A link within a sentence and what only screen readers see are exempt (WCAG 2.2, 2.5.8); a label enlarges its control.
SMALL = """(target) => [...document.querySelectorAll("a, button, input, select, textarea, summary, [role=option]")]
  .filter((node) => node.checkVisibility() && !node.closest(".unseen") && !node.matches(".unseen, .skip"))
  .filter((node) => !(node.matches("a") && getComputedStyle(node).display === "inline"))
  .filter((node) => {
    const boxes = [node, ...(node.labels ?? [])].map((each) => each.getBoundingClientRect());
    return ["width", "height"].some((side) => Math.max(...boxes.map((box) => box[side])) < target - 0.5);
  }).map((node) => `${node.tagName} ${(node.getAttribute("aria-label") ?? node.textContent ?? "").slice(0, 30)}`)"""

# Tiles that are not as high as others in their row, and those that a part sticks out of.
UNEVEN = """() => {
  const rows = {};
  const faults = [];
  for (const tile of document.querySelectorAll(".tiles .tile")) {
    const box = tile.getBoundingClientRect();
    const row = rows[Math.round(tile.parentNode.getBoundingClientRect().top)] ??= box.height;
    if (Math.abs(row - box.height) > 1) faults.push(`${tile.textContent}: ${box.height} beside ${row}`);
    for (const part of tile.querySelectorAll("span, svg")) {
      const inner = part.getBoundingClientRect();
      const isOut = inner.bottom > box.bottom + 1 || inner.right > box.right + 1 || inner.left < box.left - 1 || inner.top < box.top - 1;
      if (isOut && inner.height > 0 && !part.matches(".unseen")) faults.push(`${tile.textContent}: a part sticks out`);
    }
  }
  return faults;
}"""


def settled(page: Page) -> None:
    """Waits until nothing moves: transitions would be measured half-way."""
    quiet(page)
    page.wait_for_function(STILL, timeout=HANG * 1000)


def enlarged(page: Page, size) -> None:
    """Makes the window as high as the page: sticky bars cover what is scrolled below them.

    What comes in sight is drawn, and may then need more room.
    """
    for _ in range(MOST_ENLARGED):
        height = page.evaluate("document.documentElement.scrollHeight")
        if page.viewport_size["height"] > height:
            break
        page.set_viewport_size({"width": size[0], "height": max(size[1], height + 200)})
        settled(page)


def fits(page: Page, what: str, tally: Tally, is_phone: bool) -> None:
    """Width, and on phones the targets, and what stays above the navigation."""
    wide = page.evaluate(WIDTH)
    tally.check(wide <= 0, f"{what}: {wide} pixels wider than the screen")
    if is_phone:
        small = page.evaluate(SMALL, TARGET)
        tally.check(not small, f"{what}: smaller than {TARGET} pixels: {sorted(set(small))[:5]}")
        behind = page.evaluate(BEHIND)
        tally.check(not behind, f"{what}: behind the navigation: {behind}")


def even(page: Page, what: str, tally: Tally) -> None:
    """Tiles in a row are equally high, with everything inside."""
    size = page.viewport_size
    enlarged(page, (size["width"], size["height"]))
    faults = page.evaluate(UNEVEN)
    page.set_viewport_size(size)
    tally.check(not faults, f"{what}: {len(faults)} faults of tiles: {faults[:3]}")


def axe(page: Page, what: str, tally: Tally) -> None:
    """The rules of axe; each violation is a failure of its own."""
    for violation in Axe().run(page, options=RULES).response["violations"]:
        nodes = [node["target"] for node in violation["nodes"]][:3]
        tally.check(False, f"{what}: axe, {violation['id']} ({violation['help']}): {nodes}")
    tally.check(True, f"{what}: axe")
