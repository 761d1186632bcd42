// The picture with its frame, outlines and hint, and which part of it is read.

import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { beneath, inPicture, onBox } from "./coordinates.js";
import { target } from "./target.js";

/** Hints by the name of what is wrong with a code. */
const hints = {
  closer: "Move closer",
  back: "Step back, and zoom in",
  light: "More light",
  still: "Hold still",
  tilt: "Tilt it away from the glare",
  several: "Several codes: tap the one you want",
};
/** Hints about size, with an outline that shows where the code should be. */
const guided = ["closer", "back"];
/** Hints that change faster cannot be read, and would be read out without end. */
const minTime = 1_500;
/** How long a found code is shown before anything else happens. */
export const flashTime = 700;

/**
 * The stage for a video.
 *
 * @param over The nodes above the picture.
 * @param noun Returns what to hold up, such as "barcode".
 * @param accept Called when a code of another kind, which is offered, is to be taken.
 */
export function stage(video, over, noun, accept) {
  const usualHint = () => `Position the ${noun()} within the frame`;
  const area = element("div", { class: "scan-area", "aria-hidden": "true" },
    ["a", "b", "c", "d"].map((corner) => element("span", { class: `scan-corner ${corner}` })));
  const located = element("div", { class: "scan-located", "aria-hidden": "true", hidden: true });
  const hint = element("p", { class: "scan-hint", role: "status" }, usualHint());
  const anyway = element("button", { type: "button", class: "button small scan-anyway", hidden: true, onclick: accept }, "Scan anyway");
  const foot = element("div", { class: "scan-foot" }, hint, anyway);
  const flash = element("div", { class: "scan-flash", hidden: true }, icon("check"), element("span", { class: "scan-flash-words" }));
  const node = element("div", { class: "scan-stage", hidden: true },
    element("div", { class: "scan-view" }, video, area, located, over), foot, flash);
  let changedAt = 0;
  let advised = null;
  let isMirrored = false;
  let flashTimer;

  // Takes the picture's shape, also when a phone is rotated, so that little is cropped.
  video.addEventListener("resize", () => {
    if (!video.videoWidth) return;
    node.style.setProperty("--ratio", `${video.videoWidth} / ${video.videoHeight}`);
    node.classList.toggle("wide", video.videoWidth > video.videoHeight);
  });

  const box = () => video.getBoundingClientRect();
  /** The scan area, within the box. */
  const areaIn = (outer) => {
    const { left, top, width, height } = area.getBoundingClientRect();
    return { left: left - outer.left, top: top - outer.top, width, height };
  };
  const picture = () => ({ width: video.videoWidth, height: video.videoHeight });

  function say(words, name) {
    if (hint.textContent === words || performance.now() - changedAt < minTime) return;
    changedAt = performance.now();
    advised = name;
    hint.textContent = words;
    anyway.hidden = name !== "other";
  }

  return {
    node,
    set mirrored(value) {
      isMirrored = value;
      video.classList.toggle("mirrored", value);
    },
    /** The part of the picture in the visible scan area, which is what is read; `null` without a picture. */
    part() {
      const outer = box();
      if (!video.videoWidth || outer.width === 0) return null;
      return beneath(areaIn(outer), picture(), outer, isMirrored);
    },
    /** Maps points of a frame to the stage. */
    corners(points, frame) {
      const outer = box();
      return points.map((point) => onBox(point, frame, picture(), outer, isMirrored));
    },
    /** A pointer's position in the picture, from 0 to 1 along each side; `null` without a picture. */
    pointedAt({ clientX, clientY }) {
      const outer = box();
      if (!video.videoWidth || outer.width === 0) return null;
      return inPicture([clientX - outer.left, clientY - outer.top], picture(), outer, isMirrored);
    },
    /** Shows a hint by its name; without one, what to do at all. */
    advise: (name) => say(hints[name] ?? usualHint(), name),
    /** Shows words about a code of another kind, with a button that takes it. */
    offer: (words) => say(words, "other"),
    /** Where a code with these corners should be, while the hint is about its size; otherwise `null`. */
    target: (corners) => (corners && guided.includes(advised) ? target(corners, areaIn(box())) : null),
    /** Where words lie over the picture, within the box. */
    get covered() {
      const [outer, inner] = [box(), foot.getBoundingClientRect()];
      return { left: inner.left - outer.left, top: inner.top - outer.top, right: inner.right - outer.left, bottom: inner.bottom - outer.top };
    },
    /** Outlines a code that was located but not read; `null` hides the outline. */
    showLocated(corners) {
      located.hidden = !corners;
      if (!corners) return;
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      const set = (property, value) => located.style.setProperty(property, `${Math.round(value)}px`);
      set("--left", Math.min(...xs));
      set("--top", Math.min(...ys));
      set("--width", Math.max(...xs) - Math.min(...xs));
      set("--height", Math.max(...ys) - Math.min(...ys));
    },
    /** Flashes a check mark with words, so that success does not depend on colour. */
    flash(words, kind = "found") {
      clearTimeout(flashTimer);
      flash.dataset.kind = kind;
      fill(flash.lastChild, words);
      flash.hidden = false;
      flashTimer = setTimeout(() => (flash.hidden = true), flashTime);
    },
  };
}
