"""What proofs of scanning share: a browser with a camera, a window that may use it, its settings, and what it said."""

import json
from argparse import Namespace
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page

from browser import FRAMELESS, PHONE, Window, awaited, chromium, counted
from camera import FAKE, GRANTED, WATCH, Shown, picture, video
from person import Person, Tally, eventually
from server import Served

SETTINGS = "cardvault-scan"
# For what the page does at once, in seconds.
SOON = 1
STATE = "(name) => document.querySelector('.scanner')?.dataset.state === name"
OFF = "() => streams.every((each) => each.getTracks().every((one) => one.readyState === 'ended'))"
USED = "() => streams.length > 0"
# Sounds and vibrations, as if the person had tapped before: here is no loudspeaker, and no hand.
SIGNALS = """(() => {
  globalThis.tones = [];
  globalThis.pulses = [];
  navigator.vibrate = (pulse) => Boolean(pulses.push(pulse));
  Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive: true }) });
  globalThis.AudioContext = class { state = "running"; currentTime = 0; destination = {}; resume() {} close() {} };
  globalThis.GainNode = class {
    gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
    connect(to) { return to; }
  };
  globalThis.OscillatorNode = class {
    constructor(_, { frequency }) { this.frequency = frequency; }
    connect(to) { return to; }
    start() { tones.push(this.frequency); }
    stop() {}
  };
})()"""
# From now on, the page's clock is so many milliseconds ahead.
LATER = """(time) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + time;
}"""
# From now on, nothing on the page waits for longer than a second.
HURRY = """() => {
  globalThis.later = setTimeout;
  globalThis.setTimeout = (work, time, ...given) => later(work, Math.min(time, 1_000), ...given);
}"""
# No picture comes any more, and nothing says so; then they come again, and the page has as much time as ever.
FREEZE = """() => {
  const video = HTMLVideoElement.prototype;
  globalThis.shows = video.requestVideoFrameCallback;
  video.requestVideoFrameCallback = () => 0;
}"""
THAW = """() => {
  HTMLVideoElement.prototype.requestVideoFrameCallback = shows;
  globalThis.setTimeout = later;
}"""
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# Puts a code into the tray that the tab keeps; the server does not know it.
FORGOTTEN = """() => sessionStorage.setItem("cardvault-tray", JSON.stringify(
  [{ key: "none", isBook: false }, ...JSON.parse(sessionStorage.getItem("cardvault-tray"))]))"""
# The key of the first code in the tray.
FIRST = "() => JSON.parse(sessionStorage.getItem('cardvault-tray'))[0].key"


@dataclass(frozen=True)
class Stage:
    """A running browser, and the film that its camera shows: one written meanwhile is shown the next time it starts.

    Its phones have one pixel where others have nine, as each picture of the camera is drawn without a graphics card.
    """

    browser: Browser
    film: Path
    asked: Namespace

    def window(self, served: Served, tally: Tally, what: str, size=PHONE, scheme="light", density=1) -> Window:
        """A window that may use the camera, and has signed in."""
        return entered(Window(self.browser, served, tally, what, size, scheme, permissions=["camera"],
                              device_scale_factor=density))


def entered(made: Window) -> Window:
    """Signs in, where the page is watched while it scans."""
    # While the reader starts; a photo without a crop.
    made.tolerates(404, 429)
    made.enters()
    made.context.add_init_script(WATCH)
    return made


@contextmanager
def stage(place: Path, asked: Namespace, program: str = FRAMELESS, film: Path | None = None):
    """Chromium with a film for a camera, which is empty at first."""
    film = film or video(place / "film.y4m", [picture()])
    with chromium(FAKE, GRANTED, f"--use-file-for-fake-video-capture={film}", program=program) as browser:
        yield Stage(browser, film, asked)


def ending(card: Shown) -> str:
    """The end of a number that a list may show."""
    return card.code[-min(4, len(card.code) // 3):]


def announced(page: Page, words: str, tally: Tally, what: str) -> None:
    # They are said with the next picture.
    told = eventually(lambda: any(words in each for each in page.evaluate("() => said")), SOON)
    tally.check(told, f"{what}: {words!r} is not announced, but {page.evaluate('() => said')[-4:]}")


def is_off(page: Page, what: str, tally: Tally) -> None:
    ended = page.evaluate(USED) and eventually(lambda: page.evaluate(OFF), SOON)
    tally.check(ended, f"{what}: the camera is still on, or was never")


def frames(page: Page, count: int) -> None:
    """Waits until so many more pictures were read."""
    for _ in range(count):
        with page.expect_response(lambda each: each.url.endswith("/api/scan-frame") and each.status == 200):
            pass


def state(page: Page, name: str) -> None:
    """Waits for a state of the scanner."""
    awaited(page, STATE, name, f"the scanner is not {name}")


def opens(window: Window, path: str = "/scan", **settings) -> Page:
    """Opens the page that scans, with these settings."""
    page = window.page
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [SETTINGS, json.dumps(settings)])
    return window.opens(path)


@contextmanager
def settings_open(page: Page):
    """The sheet with the settings, which is closed at the end."""
    page.get_by_role("button", name="Settings", exact=True).click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.wait_for()
    yield sheet
    page.keyboard.press("Escape")
    sheet.wait_for(state="detached")


def simulates(window: Window, name: str | None) -> None:
    """From the next page on, a simulated device takes the place of the fake one; `None` for that one again."""
    window.page.evaluate("""(name) => (name === null
      ? localStorage.removeItem("simulated") : localStorage.setItem("simulated", name))""", name)


def forgets(page: Page) -> None:
    """From now on, the server knows nothing of the first code in the tray, as if too many others had come since."""
    key = json.dumps(page.evaluate(FIRST))
    page.route("**/api/scan-add", lambda route: route.continue_(
        post_data=route.request.post_data.replace(key, '"none"')))
    name = "x-cardvault-parameters"
    page.route("**/api/scan-seen", lambda route: route.continue_(headers={
        **route.request.headers, name: route.request.headers[name].replace(quote(key, safe=""), quote('"none"', safe=""))}))


def in_parts(parts, camera: Stage, place: Path, tally: Tally) -> None:
    """Plays each part with a person and a server of its own: one that fails hides none of the others."""
    for part in parts:
        person = Person(place, part.__name__, camera.asked.executable).starts()
        with Served(person) as served, counted(tally, part.__name__):
            part(camera, served, tally)
