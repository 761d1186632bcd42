// Maps between the page and the camera's picture: the video covers its box, is cropped on two sides, and may be mirrored.

/** How a picture covers a box: page pixels per picture pixel, and the left and top edges. */
export function placed(picture, box) {
  const scale = Math.max(box.width / picture.width, box.height / picture.height);
  return { scale, left: (box.width - picture.width * scale) / 2, top: (box.height - picture.height * scale) / 2 };
}

const clamped = (value, max) => Math.min(max, Math.max(0, value));

/**
 * The part of a picture under an area of its box.
 *
 * In even numbers, as colour planes have half the resolution of the brightness and must begin at a whole pixel too.
 */
export function beneath(area, picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const start = isMirrored ? box.width - area.left - area.width : area.left;
  const even = (value) => 2 * Math.round(value / 2);
  const [x, y] = [even(clamped((start - left) / scale, picture.width - 2)), even(clamped((area.top - top) / scale, picture.height - 2))];
  return {
    x, y,
    width: Math.max(2, 2 * Math.floor(Math.min(area.width / scale, picture.width - x) / 2)),
    height: Math.max(2, 2 * Math.floor(Math.min(area.height / scale, picture.height - y) / 2)),
  };
}

/** The position of a point of the box in the picture, from 0 to 1 along each side. */
export function inPicture([x, y], picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const start = isMirrored ? box.width - x : x;
  return { x: clamped((start - left) / (picture.width * scale), 1), y: clamped((y - top) / (picture.height * scale), 1) };
}

/**
 * The position of a frame's point in the box.
 *
 * @param point In pixels of the frame, `[x, y]`.
 * @param frame Its size, and the part of the picture that it shows.
 */
export function onBox([x, y], frame, picture, box, isMirrored) {
  const { scale, left, top } = placed(picture, box);
  const across = left + (frame.part.x + (x * frame.part.width) / frame.width) * scale;
  const down = top + (frame.part.y + (y * frame.part.height) / frame.height) * scale;
  return [isMirrored ? box.width - across : across, down];
}
