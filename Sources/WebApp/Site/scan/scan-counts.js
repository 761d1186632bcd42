// How often scans succeed and fail, for this device's statistics: kinds of codes, times and reasons, never a content.

import { callQuietly } from "../shared/api.js";

/** Nothing depends on it: it fails without harm. */
const count = (name, body) => callQuietly(name, body).catch(() => {});

/** Counts a scan that got no picture. */
export const countFailure = (reason) => count("scan-failed", { reason });

/**
 * Counts a code that was taken.
 *
 * @param key Its key, by which the server knows its kind.
 * @param time Milliseconds since the first picture, for the first code of a scan; `null` for others.
 */
export const countFound = (key, time) => count("scan-found", { key, ...(time !== null && { milliseconds: Math.round(time) }) });
