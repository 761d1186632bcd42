// The scanning loop: takes the newest picture, has the server read it, reports the answer, and repeats.

import { sendOctets } from "../shared/api.js";
import { largeSide, taken, usualSide } from "./frame.js";

/** After this long without a sure code, every fourth frame is larger. */
const longWithout = 1_000;
const largeEvery = 4;
/** Without a new code for this long, frames no longer count as use by a person: a card may just lie there. */
const restful = 60_000;
/** The pause after a frame that was not read or while the reader is busy, and how many in a row end the scan. */
const pause = 500;
const shortPause = 60;
const maxFailures = 6;

const waited = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Reads a video until it is stopped.
 *
 * @param part Returns the part of the picture to read now, or `null` while reading is paused.
 * @param wanted Returns what to look for, in the server's terms.
 * @param isPacked Returns whether frames are sent as JPEG.
 * @param on Callbacks: `read(answer, frame)` for each frame, and `failed(error)` when reading ends with an error.
 * @returns A function that stops reading.
 */
export function reading(video, { part, wanted, isPacked, on }) {
  const stop = new AbortController();
  let count = 0;
  let failures = 0;
  const met = new Set();
  // A canvas for this scan alone, so that the last picture is dropped with it.
  const canvas = document.createElement("canvas");
  let newAt = performance.now();
  let sureAt = newAt;

  async function read() {
    const current = part();
    if (!current) return;
    count += 1;
    const now = performance.now();
    const isLarge = now - sureAt > longWithout && count % largeEvery === 0;
    const frame = await taken(video, canvas, current, isLarge ? largeSide : usualSide, isPacked());
    if (stop.signal.aborted) return;
    const answer = await sendOctets("scan-frame", frame.bytes, {
      ...(frame.type ? { "Content-Type": frame.type }
        : { "X-Width": frame.width, "X-Height": frame.height, "X-Stride": frame.stride }),
      "X-Wanted": wanted(),
      ...(now - newAt > restful && { "X-Cardvault-Quiet": "1" }),
    }, stop.signal);
    failures = 0;
    if (answer.codes.some(({ sure }) => sure)) sureAt = performance.now();
    if (answer.codes.some(({ key }) => !met.has(key))) newAt = performance.now();
    for (const { key } of answer.codes) met.add(key);
    if (!stop.signal.aborted) on.read(answer, frame);
  }

  async function step() {
    if (stop.signal.aborted) return;
    try {
      await read();
    } catch (error) {
      if (stop.signal.aborted) return;
      // The reader is still starting, or another frame of this tab is on its way, as after a change of camera.
      const isBusy = error.status === 429;
      failures += isBusy ? 0 : 1;
      if (error.endsSession || failures >= maxFailures) {
        stop.abort();
        return on.failed(error);
      }
      await waited(isBusy ? shortPause : pause);
    }
    if (!stop.signal.aborted) video.requestVideoFrameCallback(step);
  }

  video.requestVideoFrameCallback(step);
  return () => stop.abort();
}
