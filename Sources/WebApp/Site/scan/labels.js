// Where the labels of several codes go: beside their codes, within the picture, and over no code, label or other words.

/** Between a label and what is around it, in pixels. */
const gap = 6;

const overlaps = (one, other) =>
  one.left < other.right + gap && other.left < one.right + gap && one.top < other.bottom + gap && other.top < one.bottom + gap;

/** The box around points. */
export function boxAround(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Upon its code, as the only one in view: a code that fills the picture has no place beside it. */
function upon(code, { width, height }, room) {
  const within = (value, max) => Math.max(0, Math.min(max, value));
  return {
    left: within((code.left + code.right - width) / 2, room.width - width),
    top: within((code.top + code.bottom - height) / 2, room.height - height),
  };
}

/** Places for a label of this size around a code, best first: below, above, beside, then a line further away. */
function* spots(code, { width, height }, room) {
  const within = (value, max) => Math.max(gap, Math.min(max - gap, value));
  const [middle, row] = [(code.left + code.right) / 2, (code.top + code.bottom) / 2];
  const rows = (distance) => [code.bottom + distance, code.top - distance - height];
  const columns = [middle - width / 2, code.left, code.right - width];
  for (const distance of [gap, 2 * gap + height]) {
    for (const top of rows(distance)) {
      for (const left of columns) yield { left: within(left, room.width - width), top };
    }
    if (distance > gap) continue;
    for (const left of [code.right + gap, code.left - gap - width]) yield { left, top: within(row - height / 2, room.height - height) };
  }
}

/**
 * Lays labels out.
 *
 * @param codes For each code: its `box`, the `size` of its label, and `former`, the number of its spot until now.
 * @param room The size of the picture.
 * @param covered The box of other words over it.
 * @returns For each code the `left` and `top` of its label and the number of its `spot`; `null` where there is no place
 * beside it and others are in view.
 */
export function arranged(codes, room, covered) {
  const taken = [covered, ...codes.map(({ box }) => box)];
  return codes.map(({ box, size, former }) => {
    const all = [...spots(box, size, room)].map((place, spot) => ({ ...place, spot }));
    // A label that jumps from side to side cannot be read.
    const ordered = former === undefined ? all : [all[former], ...all];
    const place = ordered.find(({ left, top }) => {
      const label = { left, top, right: left + size.width, bottom: top + size.height };
      const isInside = label.left >= 0 && label.top >= 0 && label.right <= room.width && label.bottom <= room.height;
      return isInside && !taken.some((other) => overlaps(label, other));
    });
    if (place) taken.push({ left: place.left, top: place.top, right: place.left + size.width, bottom: place.top + size.height });
    return place ?? (codes.length === 1 ? upon(box, size, room) : null);
  });
}
