"""Chromium, headless, watched: it reaches nothing but the server, and every error of a page is a failure."""

import re
import shutil
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Route, sync_playwright
from playwright.sync_api import expect as asserted

from person import CHECKOUT, HANG, Tally
from server import Served

# Chromium without a frame around its pages takes a fifth less time (measured: `deeds` 28 instead of 34 s). Only the
# framed one asks for permissions, remembers cameras, and trusts the authorities that its user named.
FRAMED = "/usr/bin/chromium"
FRAMELESS = shutil.which("/usr/bin/chromium-headless-shell") or FRAMED
PHONE, DESKTOP = (390, 844), (1440, 900)
LOOKS = tuple((size, scheme) for size in (PHONE, DESKTOP) for scheme in ("light", "dark"))
# Without --long: each size and each scheme once, as none of ours has rules for both together.
TWO_LOOKS = ((PHONE, "light"), (DESKTOP, "dark"))
# The sandbox needs what containers and root do not have; no name resolves, so nothing else is reached by name.
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]
# What the browser itself writes about an answer that the page expects, such as 403 after a wrong code.
ANSWERED = re.compile(r"the server responded with a status of (\d+)")
# What Chromium says of everything that is under way when an interface of its machine, or an address of one, comes or
# goes, as those of a proof beside this one may: nothing about our server.
CHANGED = "ERR_NETWORK_CHANGED"
# So many times something is loaded again for that, and for nothing else.
MOST_AGAIN = 3
# Errors that a policy stops are written by some versions only; the event always comes.
WATCH = """
  addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`));
"""
HEADED = """(words) => {
  const found = [...document.querySelectorAll("h1")];
  return found.length === 1 && words.includes(found[0].textContent.replace(/\\s+/g, " ").trim());
}"""
SAYS = """([selector, words]) => {
  const found = [...document.querySelectorAll(selector)];
  return found.length === 1 && found[0].textContent.replace(/\\s+/g, " ").includes(words);
}"""
# Between two looks of a page at itself, in milliseconds.
LOOK = 50
# The longest timeout with which Playwright looks every tenth of a second, and not every half, in milliseconds.
SHORT = 2_000
# Signs in as the page does that a link leads to.
SIGN_IN = """async (secret) => {
  const answer = await fetch("/api/sign-in", {
    method: "POST", body: JSON.stringify({ secret }), headers: { "Content-Type": "application/json", "X-Cardvault": "" },
  });
  if (!answer.ok) throw new Error(`the link was answered with ${answer.status}`);
  sessionStorage.setItem("cardvault-token", (await answer.json()).token);
}"""
# As a click on a link of the page does, so that nothing is loaded anew.
GO = """(path) => {
  const link = Object.assign(document.createElement("a"), { href: path });
  document.getElementById("app").append(link);
  link.click();
  link.remove();
}"""
THERE = "(path) => location.pathname === path && !document.querySelector('[aria-busy=true]')"
# Where an unbundled page finds its modules, which are read from here.
MODULES, SITE = "/site/modules/", CHECKOUT / "Sources/WebApp/Site"
# A draft must have been shown for 250 ms before it can be accepted (review.js).
SEEN = 300


class Window:
    """One browser profile of a person, with a first tab. Ends with the block, and then counts what went wrong."""

    def __init__(self, chromium: Browser, served: Served, tally: Tally, what: str, size=PHONE, scheme="light", **more):
        self.served, self.tally, self.what = served, tally, what
        self.faults: list[str] = []
        self.tolerated = {CHANGED}
        is_phone = size[0] < 600
        self.context = chromium.new_context(**{
            "viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme,
            "device_scale_factor": 3 if is_phone else 1, "is_mobile": is_phone, "has_touch": is_phone,
        } | more)
        self.context.set_default_timeout(HANG * 1000)
        self.context.add_init_script(WATCH)
        self.page = self.tab()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, kind, *_) -> None:
        if kind is None:
            self.tally.check(not self.faults, f"{self.what}: {len(self.faults)} faults: {self.faults[:5]}")
        self.context.close()

    def tab(self) -> Page:
        """Opens another tab."""
        page = self.context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        return page

    def signs_in(self) -> "Window":
        """Opens the newest link in the first tab."""
        goto(self.page, self.served.link())
        heading(self.page, "Cards")
        return self

    def enters(self) -> "Window":
        """Signs in with the newest link, and shows no page yet: the one to be opened next is loaded once, not twice."""
        goto(self.page, f"{self.served.origin}/site/0/icon.svg")
        self.page.evaluate(SIGN_IN, self.served.link().partition("#s=")[2])
        return self

    def unbundled(self) -> "Window":
        """From now on pages run the modules of the sources, below `MODULES`, where a proof can import them, too.

        What the build makes of these is one module, whose parts nothing reaches from outside, and names none.
        """
        def module(route: Route) -> None:
            path = urlsplit(route.request.url).path
            asked = SITE / path.removeprefix(MODULES)
            body = asked.read_text("utf-8") if path.startswith(MODULES) else f'import "{MODULES}app.js";'
            route.fulfill(body=body, content_type="text/javascript; charset=utf-8")

        self.context.route(re.compile(r"/site/.*\.js$"), module)
        return self

    def opens(self, path: str) -> Page:
        """Loads a page anew in the first tab."""
        goto(self.page, self.served.origin + path)
        self.page.wait_for_selector("h1")
        return self.page

    def tolerates(self, *words: object) -> None:
        """From now on the page may meet these statuses, or these errors of the network."""
        self.tolerated |= {str(word) for word in words}

    def _heard(self, message: ConsoleMessage) -> None:
        # A browser asks for it where a document names no icon, as the picture from which `enters` signs in.
        if message.type != "error" or message.location.get("url", "").endswith("/favicon.ico"):
            return
        answered = ANSWERED.search(message.text)
        is_known = answered[1] in self.tolerated if answered else any(word in message.text for word in self.tolerated)
        if not is_known:
            self.faults.append(message.text)

    def _asked(self, address: str) -> None:
        if not address.removeprefix("blob:").startswith(self.served.origin + "/"):
            self.faults.append(f"the page asked for {address}")


@contextmanager
def chromium(*options: str, program: str = FRAMELESS):
    """A running browser, and a way to open windows in it."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=[*OPTIONS, *options])
        try:
            yield started
        finally:
            started.close()


@contextmanager
def counted(tally: Tally, what: str):
    """What stops here is a failed check, and does not hide what is wrong with what follows."""
    try:
        yield
    except (AssertionError, Error) as error:
        tally.check(False, f"{what}: {str(error)[:300]}")


def goto(page: Page, address: str) -> None:
    """Loads an address."""
    _loaded(page, lambda: page.goto(address))


def reloaded(page: Page) -> None:
    """Loads the page again, as a person does."""
    _loaded(page, page.reload)


def _loaded(page: Page, load) -> None:
    """Loads something with all of its parts; again only where the browser dropped some as a network changed."""
    dropped: list[str] = []

    def failed(request: Request) -> None:
        if CHANGED in (request.failure or ""):
            dropped.append(request.url)

    page.on("requestfailed", failed)
    try:
        for again in range(MOST_AGAIN + 1):
            dropped.clear()
            try:
                load()
            except Error as error:
                if again == MOST_AGAIN or CHANGED not in str(error):
                    raise
                continue
            if not dropped:
                return
            # An address of which only the part behind # is new would not be loaded anew.
            load = page.reload
    finally:
        page.remove_listener("requestfailed", failed)


class Expectation:
    """What must become true of something that is shown, looked at every tenth of a second."""

    def __init__(self, shown: Locator):
        self.assertions = asserted(shown)

    def __getattr__(self, name: str):
        assertion = getattr(self.assertions, name)

        def waits(*given, timeout: float = HANG * 1000, **more) -> None:
            deadline = time.monotonic() + timeout / 1000
            while True:
                try:
                    return assertion(*given, timeout=SHORT, **more)
                except AssertionError:
                    if time.monotonic() >= deadline:
                        raise

        return waits


def expect(shown: Locator) -> Expectation:
    """Waits for what follows, such as `to_be_visible()`."""
    return Expectation(shown)


def awaited(page: Page, condition: str, given, what: str) -> None:
    """Waits for something within the page, which looks often."""
    try:
        page.wait_for_function(condition, arg=given, polling=LOOK, timeout=HANG * 1000)
    except Error as late:
        raise AssertionError(f"{what}: {late.message.partition(chr(10))[0]}") from late


def heading(page: Page, *words: str) -> None:
    """Waits for a page with one of these headings."""
    awaited(page, HEADED, list(words), f"no heading {' or '.join(words)}")


def says(page: Page, selector: str, words: str) -> None:
    """Waits until the only element of this kind has these words among its own."""
    awaited(page, SAYS, [selector, words], f"{selector} does not say {words}")


def goes(page: Page, place: str) -> None:
    """Goes to another page by the navigation, which a till on a phone has not."""
    if page.locator(".till").count():
        page.get_by_role("link", name="All cards", exact=True).first.click()
        heading(page, "Cards")
        if place == "Cards":
            return
    page.get_by_role("navigation", name="Main").get_by_role("link", name=place, exact=True).click()
    heading(page, place)


def visits(page: Page, path: str) -> None:
    """Goes to an address as a link of the page does."""
    page.evaluate(GO, path)
    awaited(page, THERE, path, f"{path} is not shown")


def quiet(page: Page) -> None:
    """Waits until the page has drawn what it asked for."""
    # A function: an expression would be evaluated again in the page, which its policy forbids.
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def visited(page: Page) -> list[str]:
    """The addresses and titles in the tab's history, as the browser shows them to anybody who opens it."""
    inspector = page.context.new_cdp_session(page)
    entries = inspector.send("Page.getNavigationHistory")["entries"]
    inspector.detach()
    return [entry[key] for entry in entries for key in ("url", "title")]


def held(page: Page) -> str:
    """Everything that a page holds: its markup, what its fields hold, and what the browser stores for it."""
    return page.evaluate("""() => [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input, textarea, select")].map((field) => field.value),
      JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state),
      location.href, document.title,
    ].join("\\n")""")
