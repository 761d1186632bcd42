"""Cameras for the proofs: pictures and videos of codes that the program draws, and simulated devices in a page.

Standard library only: a frame is rows of grey levels, and a video is YUV4MPEG2 (mjpegtools, yuv4mpeg(5)).
"""

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from client import Session
from person import completed

WIDTH, HEIGHT, PER_SECOND = 1280, 720, 15
# What lies around a card, and its paper.
GROUND, PAPER, INK = 96, 235, 20
# How far a card in a hand is off at each step, in pixels, before it begins again.
SWAY = (0, 3, 5, 3, 0, -3, -5, -3)
# Chromium takes a file for a camera; and lets every page use it, without asking.
FAKE, GRANTED = "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"


@dataclass(frozen=True)
class Shown:
    """A code that is held before the camera."""

    code: str
    symbology: str

    def symbol(self, session: Session) -> dict:
        """How the program draws it."""
        return session.must("check", code=self.code, symbology=self.symbology)["symbol"]


ALL = (
    Shown("https://ironworks.example/m/99182-ab", "QR Code"),
    Shown("5901234123457", "EAN-13"),
    Shown("GC-7781-2239", "Code 128"),
    Shown("FBG/2026/HARTMANN/0081772", "PDF417"),
    Shown("OLDGYM-5521-77", "Aztec"),
    Shown("MP:2291:XX9", "Data Matrix"),
)
OTHERS = (Shown(completed("590123499999"), "EAN-13"), Shown(completed("622100123456"), "EAN-13"))
BOOK = Shown(completed("978014300723"), "EAN-13")


def card(symbol: dict, scale: int = 4, least: int = 160) -> list[bytes]:
    """A code with its quiet zone on white paper, as rows of pixels."""
    across, along = symbol["quiet"]["horizontal"] + 4, symbol["quiet"]["vertical"] + 4
    rows = []
    for modules, height in zip(symbol["rows"], symbol["heights"]):
        line = b"".join(bytes([INK if module == "1" else PAPER]) * scale for module in modules)
        margin = bytes([PAPER]) * (across * scale)
        tall = max(least, height * scale) if symbol["shape"] == "linear" else height * scale
        rows += [margin + line + margin] * tall
    blank = [bytes([PAPER]) * len(rows[0])] * (along * scale)
    return blank + rows + blank


def still(lines: list[bytes]) -> bytes:
    """A card and nothing around it, as a grey PNG (W3C PNG, 5.3 and 11.2)."""
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", len(lines[0]), len(lines), 8, 0, 0, 0, 0)),
              (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks)


def picture(cards: list[tuple[list[bytes], int, int]] = (), width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A frame with cards, each with its left and top edges."""
    empty = bytes([GROUND]) * width
    rows = [empty] * height
    for lines, left, top in cards:
        for place, line in enumerate(lines):
            below = rows[top + place]
            rows[top + place] = below[:left] + line + below[left + len(line):]
    return b"".join(rows)


def held(lines: list[bytes], step: int = 0, middle: int = WIDTH // 2) -> tuple[list[bytes], int, int]:
    """A card near the middle, a little further with each step, as no hand is still."""
    left = middle - len(lines[0]) // 2 + SWAY[step % len(SWAY)]
    return lines, max(0, left), max(0, (HEIGHT - len(lines)) // 2 + SWAY[(step + 2) % len(SWAY)])


def video(path: Path, frames: list[bytes], width: int = WIDTH, height: int = HEIGHT) -> Path:
    """Writes a video, which a fake camera repeats without end. A camera that is still on goes on with the former one."""
    colourless = bytes([128]) * (width * height // 2)
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F{PER_SECOND}:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            file.write(b"FRAME\n" + frame + colourless)
    return part.replace(path)


def filmed(path: Path, symbol: dict) -> Path:
    """A video of one card in a hand."""
    lines = card(symbol)
    return video(path, [picture([held(lines, step)]) for step in range(len(SWAY))])


def in_turn(path: Path, symbols: list[dict], each: int = 22) -> Path:
    """A video of several cards, one after the other, with nothing in between."""
    frames = []
    for symbol in symbols:
        lines = card(symbol)
        frames += [picture([held(lines, step)]) for step in range(each)] + [picture()] * 8
    return video(path, frames)


def beside(path: Path, one: dict, other: dict) -> Path:
    """A video of two cards at once."""
    left, right = card(one, 3), card(other, 3)
    places = (WIDTH // 4 + 40, 3 * WIDTH // 4 - 40)
    steps = range(len(SWAY))
    return video(path, [picture([held(left, step, places[0]), held(right, step, places[1])]) for step in steps])


# Runs before every page: keeps the stream that the page got and what it said, and puts a simulated device in place of
# the real one where localStorage names it.
WATCH = """(() => {
  globalThis.said = [];
  globalThis.streams = [];
  addEventListener("DOMContentLoaded", () => {
    const status = document.getElementById("status");
    new MutationObserver(() => status.textContent && said.push(status.textContent))
      .observe(status, { childList: true, characterData: true, subtree: true });
  });
  const devices = navigator.mediaDevices;
  if (!devices) return;
  let name = null;
  try { name = localStorage.getItem("simulated"); } catch { return; }
  const real = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wish) => {
    const stream = await real(wish);
    streams.push(stream);
    return stream;
  };
  if (!name) return;
  const refuse = (kind, message = "") => (devices.getUserMedia = () => Promise.reject(new DOMException(message, kind)));
  const allow = (state) => (navigator.permissions.query = async () => Object.assign(new EventTarget(), { state }));
  const empty = () => {
    allow("granted");
    devices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
      const context = canvas.getContext("2d");
      let grey = 120;
      setInterval(() => {
        grey = grey === 120 ? 121 : 120;
        context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`;
        context.fillRect(0, 0, 640, 480);
      }, 60);
      const stream = canvas.captureStream(15);
      streams.push(stream);
      return stream;
    };
  };
  const able = {
    torch: true, zoom: { min: 1, max: 4, step: 0.5 }, focusMode: ["continuous", "single-shot"],
    exposureMode: ["continuous"],
  };
  const simulated = {
    "not-asked": () => allow("prompt"),
    asked: () => { allow("prompt"); devices.getUserMedia = () => new Promise(() => {}); },
    denied: () => allow("denied"),
    dismissed: () => { allow("prompt"); refuse("NotAllowedError"); },
    policy: () => { allow("prompt"); refuse("NotAllowedError", "Permission denied by system"); },
    restricted: () => { allow("prompt"); refuse("SecurityError"); },
    "no-camera": () => { devices.enumerateDevices = async () => []; },
    unplugged: () => { allow("granted"); refuse("NotFoundError"); },
    busy: () => { allow("granted"); refuse("NotReadableError"); },
    starting: () => { allow("granted"); devices.getUserMedia = () => new Promise(() => {}); },
    // The page waits for a second instead of six.
    slow: () => {
      simulated.starting();
      const later = setTimeout;
      globalThis.setTimeout = (work, time, ...given) => later(work, Math.min(time, 1_000), ...given);
    },
    insecure: () => Object.defineProperty(globalThis, "isSecureContext", { get: () => false }),
    unsupported: () => { delete HTMLVideoElement.prototype.requestVideoFrameCallback; },
    // The cameras that localStorage names, each of which refuses every wish but the last.
    listed: () => {
      allow("granted");
      const here = JSON.parse(localStorage.getItem("cameras"));
      devices.enumerateDevices = async () => here.map((each) => ({ kind: "videoinput", ...each }));
      globalThis.wishes = [];
      devices.getUserMedia = async (wish) => {
        wishes.push(wish.video);
        if (wishes.length < 4) throw new OverconstrainedError("width");
        const stream = await real(wish);
        streams.push(stream);
        return stream;
      };
    },
    empty,
    able: () => {
      globalThis.set = [];
      MediaStreamTrack.prototype.getCapabilities = () => able;
      MediaStreamTrack.prototype.applyConstraints = async (wish) => void set.push(...wish.advanced);
    },
    // It is lit until it is off.
    "stuck light": () => {
      simulated.able();
      const apply = MediaStreamTrack.prototype.applyConstraints;
      MediaStreamTrack.prototype.applyConstraints = async function (wish) {
        if (wish.advanced.some((each) => each.torch === false)) throw new OverconstrainedError("torch");
        return apply.call(this, wish);
      };
    },
    // No planes: the page draws the picture on a canvas instead.
    "null format": () => Object.defineProperty(VideoFrame.prototype, "format", { get: () => null }),
    "no frames": () => { delete globalThis.VideoFrame; },
  };
  simulated[name]();
})();"""
