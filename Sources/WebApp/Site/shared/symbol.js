// Draws codes for scanners: every module is a whole number of device pixels, with the full quiet zone.
//
// The canvas is as large as its box in device pixels, with the code at whole pixels. If it were only as large as the
// code, the browser could position it between two pixels and blur every edge.

/** The minimum height of linear bars, in modules; anything flatter is hard to hit with a scanner. */
const minBarHeight = 12;
/** Bars higher than this share of the code's length would only push the number off the screen. */
const maxBarShare = 0.62;

/** How a code fits into a box: pixels per module, and whether it is rotated; `null` if it does not fit. */
function fitted(symbol, width, height, mayRotate) {
  const columns = symbol.rows[0].length + 2 * symbol.quiet.horizontal;
  const stored = symbol.heights.reduce((sum, each) => sum + each, 0);
  const isLinear = symbol.shape === "linear";
  const lines = (isLinear ? Math.min(stored, minBarHeight) : stored) + 2 * symbol.quiet.vertical;
  const scaleIn = (along, across) => Math.floor(Math.min(along / columns, across / lines));
  const upright = scaleIn(width, height);
  const turned = mayRotate ? scaleIn(height, width) : 0;
  const isTurned = turned > upright;
  const scale = Math.max(upright, turned);
  return scale < 1 ? null : { scale, isTurned, columns, isLinear, stored };
}

/** The rows' heights in pixels; a linear code's bars fill the available height. */
function rowHeights(symbol, fit, across) {
  const heights = symbol.heights.map((height) => height * fit.scale);
  if (!fit.isLinear) return heights;
  const quiet = 2 * symbol.quiet.vertical * fit.scale;
  const bars = (symbol.rows[0].length) * fit.scale;
  const room = Math.floor(Math.min(across - quiet, bars * maxBarShare));
  const total = heights.reduce((sum, each) => sum + each, 0);
  const tallest = heights.indexOf(Math.max(...heights));
  heights[tallest] = Math.max(1, heights[tallest] + room - total);
  return heights;
}

/** Draws a code in the middle of a canvas; `false` if it does not fit. */
export function draw(canvas, symbol, width, height, mayRotate = false) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  const fit = fitted(symbol, width, height, mayRotate);
  canvas.dataset.scale = fit?.scale ?? 0;
  canvas.dataset.turned = fit?.isTurned ?? false;
  if (!fit) return false;
  const [along, across] = fit.isTurned ? [height, width] : [width, height];
  const heights = rowHeights(symbol, fit, across);
  const drawnHeight = heights.reduce((sum, each) => sum + each, 0);
  const left = Math.floor((along - symbol.rows[0].length * fit.scale) / 2);
  let top = Math.floor((across - drawnHeight) / 2);
  context.fillStyle = "#000";
  symbol.rows.forEach((row, index) => {
    for (const [start, length] of darkRuns(row)) {
      const from = left + start * fit.scale;
      const extent = length * fit.scale;
      // Rotated clockwise: the right end is at the bottom, the top on the right.
      if (fit.isTurned) context.fillRect(width - top - heights[index], from, heights[index], extent);
      else context.fillRect(from, top, extent, heights[index]);
    }
    top += heights[index];
  });
  return true;
}

/** The dark runs of a row of `0` and `1`: where each begins and how long it is. */
function darkRuns(row) {
  return [...row.matchAll(/1+/g)].map((run) => [run.index, run[0].length]);
}

/**
 * Keeps a canvas drawn at its box's size.
 *
 * @param symbol Returns the code to draw, or `null`.
 * @param drawn Called after each drawing with whether the code fitted.
 * @returns `redraw`, and `stop`, which ends the observation.
 */
export function watched(canvas, symbol, mayRotate = false, drawn = () => {}) {
  let size = null;
  const redraw = () => {
    const current = symbol();
    if (size && current) drawn(draw(canvas, current, size[0], size[1], mayRotate));
  };
  const observer = new ResizeObserver(([entry]) => {
    // Only this box is exact if the screen's scale is not a whole number. Safari lacks it, and on an emulated screen it is in
    // the emulating screen's pixels.
    const exact = entry.devicePixelContentBoxSize?.[0];
    const rounded = [entry.contentRect.width, entry.contentRect.height].map((each) => Math.round(each * devicePixelRatio));
    size = exact && Math.abs(exact.inlineSize - rounded[0]) <= 1 ? [exact.inlineSize, exact.blockSize] : rounded;
    if (size[0] > 0 && size[1] > 0) redraw();
  });
  try {
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(canvas);
  }
  return { redraw, stop: () => observer.disconnect() };
}
