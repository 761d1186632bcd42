// Marks which of several codes on a photo a draft is about.

import { element } from "../shared/element.js";

/** The margin around a code, as a share of its longer side: its number and name are beside it. */
const around = 0.3;

/** Draws a part of a photo with the code outlined; `part` gets the photo's size and the corners in its pixels. */
function drawn(source, mark, words, part) {
  const canvas = element("canvas", { role: "img", "aria-label": words, class: "photo" });
  const photo = new Image();
  photo.addEventListener("load", () => {
    const corners = mark.map(([x, y]) => [x * photo.naturalWidth, y * photo.naturalHeight]);
    const [left, top, width, height] = part(photo, corners);
    Object.assign(canvas, { width, height });
    const pen = canvas.getContext("2d");
    pen.drawImage(photo, left, top, width, height, 0, 0, width, height);
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    // Slightly outside, so that the code is not covered; light on dark is visible on any photo.
    const outline = corners.map((corner) => [x + (corner[0] - x) * 1.06 - left, y + (corner[1] - y) * 1.06 - top]);
    for (const [colour, share] of [["#1a1613", 90], ["#ffd54a", 180]]) {
      Object.assign(pen, { strokeStyle: colour, lineWidth: Math.max(2, Math.max(width, height) / share), lineJoin: "round" });
      pen.beginPath();
      for (const [across, down] of outline) pen.lineTo(across, down);
      pen.closePath();
      pen.stroke();
    }
  }, { once: true });
  photo.src = source;
  return canvas;
}

/** The whole photo, with the code outlined. */
export const markedPhoto = (source, mark) => drawn(source, mark, "The photo, with this code outlined",
  (photo) => [0, 0, photo.naturalWidth, photo.naturalHeight]);

/** The part of the photo with the code. */
export const codeOnPhoto = (source, mark) => drawn(source, mark, "The code on the photo", (photo, corners) => {
  const span = (axis, limit) => {
    const values = corners.map((corner) => corner[axis]);
    return [Math.min(...values), Math.max(...values), limit];
  };
  const spans = [span(0, photo.naturalWidth), span(1, photo.naturalHeight)];
  const margin = around * Math.max(...spans.map(([low, high]) => high - low));
  const [[left, right], [top, bottom]] = spans.map(([low, high, limit]) => [
    Math.max(0, Math.floor(low - margin)), Math.min(limit, Math.ceil(high + margin)),
  ]);
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
});
