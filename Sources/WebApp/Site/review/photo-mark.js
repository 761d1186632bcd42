// One of several codes on a photo: which one a draft is about.

import { element } from "../shared/element.js";

/** Beside a code are its number and what it is called: so much of its longer side is shown around it. */
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
    // Slightly outside, so that nothing of the code is covered; light within dark is seen on every photo.
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
  const span = (axis, most) => {
    const values = corners.map((corner) => corner[axis]);
    return [Math.min(...values), Math.max(...values), most];
  };
  const spans = [span(0, photo.naturalWidth), span(1, photo.naturalHeight)];
  const margin = around * Math.max(...spans.map(([low, high]) => high - low));
  const [[left, right], [top, bottom]] = spans.map(([low, high, most]) => [
    Math.max(0, Math.floor(low - margin)), Math.min(most, Math.ceil(high + margin)),
  ]);
  return [left, top, Math.max(1, right - left), Math.max(1, bottom - top)];
});
