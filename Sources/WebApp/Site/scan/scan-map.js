// From the page to the camera's picture and back: the video covers its box, is cut off on two sides, and may be mirrored.

/** How a picture lies in a box that it covers: pixels of the page for each of the picture, and the left and top edges. */
export function placed(picture, box) {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  return { scale, left: (box.width - picture.width * scale) / 2, top: (box.height - picture.height * scale) / 2 };
}

const limited = (value, most) => Math.min(most, Math.max(0, value));

/**
 * The part of a picture that lies under an area of its box.
 *
 * Even numbers, as colour planes have half the size of the brightness and must begin at a whole place too.
 */
export function beneath(area, picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const start = isMirrored ? box.width - area.left - area.width : area.left;
  const even = (value) => 2 * Math.round(value / 2);
  const [x, y] = [even(limited((start - left) / scale, picture.width - 2)), even(limited((area.top - top) / scale, picture.height - 2))];
  return {
    x, y,
    width: Math.max(2, 2 * Math.floor(Math.min(area.width / scale, picture.width - x) / 2)),
    height: Math.max(2, 2 * Math.floor(Math.min(area.height / scale, picture.height - y) / 2)),
  };
}

/** Where in the picture a point of the box is, from 0 to 1 along each side. */
export function inPicture([x, y], picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const start = isMirrored ? box.width - x : x;
  return { x: limited((start - left) / (picture.width * scale), 1), y: limited((y - top) / (picture.height * scale), 1) };
}

/**
 * Where a point of a frame is in the box.
 *
 * @param point In pixels of the frame, `[x, y]`.
 * @param frame The frame's size, and the part of the picture that it shows.
 */
export function onBox([x, y], frame, picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const across = left + (frame.part.x + (x * frame.part.width) / frame.width) * scale;
  const down = top + (frame.part.y + (y * frame.part.height) / frame.height) * scale;
  return [isMirrored ? box.width - across : across, down];
}
