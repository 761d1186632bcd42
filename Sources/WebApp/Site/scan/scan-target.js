// Where a code that was located but not read should be, and how large: in the middle of the scan area.

/**
 * The share of the scan area's width that its longer side should take: twice the least that can be read, which is 0.22
 * for bars and 0.11 for a matrix symbol (`ScanHint`).
 */
const barShare = 0.5;
const matrixShare = 0.25;
/** The sides of a matrix symbol differ less than this, as in `ScanHint`. */
const squareAspect = 0.8;
/** So much of the scan area's sides at most: a code that reaches its edge is cut off. */
const mostShare = 0.8;

const distance = ([x, y], [otherX, otherY]) => Math.hypot(x - otherX, y - otherY);
const spread = (values) => Math.max(...values) - Math.min(...values);

/**
 * Where a code should be held.
 *
 * @param corners Where it is: its four corners in order.
 * @param area The scan area, with its `left` and `top` edges and its size.
 * @param keepsSize Whether it has the right size, and only its place is wrong.
 * @returns The corners of the same shape, turned as it is, in the middle of the area; `null` for a shape without a size.
 */
export function target(corners, area, keepsSize) {
  const [one, other] = [distance(corners[0], corners[1]), distance(corners[1], corners[2])];
  const longer = Math.max(one, other);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  if (longer < 1 || spread(xs) < 1 || spread(ys) < 1) return null;
  const share = Math.min(one, other) / longer > squareAspect ? matrixShare : barShare;
  const wanted = keepsSize ? 1 : (share * area.width) / longer;
  const scale = Math.min(wanted, (mostShare * area.width) / spread(xs), (mostShare * area.height) / spread(ys));
  const [middleX, middleY] = [(Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2];
  return corners.map(([x, y]) => [
    area.left + area.width / 2 + (x - middleX) * scale, area.top + area.height / 2 + (y - middleY) * scale,
  ]);
}
