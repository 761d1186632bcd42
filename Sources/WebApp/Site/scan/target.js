// Where a code that was located but not read should be held, and how large.

/**
 * The share of the scan area's width that a code's longer side should take: twice the minimum that can be read, which is
 * 0.22 for bars and 0.11 for a matrix symbol (`UnreadCode`).
 */
const barShare = 0.5;
const matrixShare = 0.25;
/** The sides of a matrix symbol differ by less than this even at a slant; an EAN-13 has 0.7 (GS1 General Specifications, 5.2.3). */
const squareAspect = 0.8;
/** The share of the scan area's sides that a code may take, as it is cut off at the edge. */
const maxShare = 0.8;

const distance = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
const spread = (values) => Math.max(...values) - Math.min(...values);

/**
 * The corners where a code should be held.
 *
 * @param corners Its four corners now, in order.
 * @param area The scan area, with its `left` and `top` edges and its size.
 * @returns The same shape and rotation in the middle of the area; `null` for a shape without a size.
 */
export function target(corners, area) {
  const [one, other] = [distance(corners[0], corners[1]), distance(corners[1], corners[2])];
  const longer = Math.max(one, other);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  if (longer < 1 || spread(xs) < 1 || spread(ys) < 1) return null;
  const share = Math.min(one, other) / longer > squareAspect ? matrixShare : barShare;
  const wanted = (share * area.width) / longer;
  const scale = Math.min(wanted, (maxShare * area.width) / spread(xs), (maxShare * area.height) / spread(ys));
  const [middleX, middleY] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  return corners.map(([x, y]) => [
    area.left + area.width / 2 + (x - middleX) * scale, area.top + area.height / 2 + (y - middleY) * scale,
  ]);
}
