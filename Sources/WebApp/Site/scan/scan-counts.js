// Counts successful and failed scans for this device's statistics: kinds of codes, times and reasons, never contents.

import { callQuietly } from "../shared/api.js";

/** Failing to count is not an error. */
const count = (name, body) => callQuietly(name, body).catch(() => {});

/** Counts a scan that got no picture. */
export const countFailure = (reason) => count("scan-failed", { reason });

/**
 * Counts a code that was taken.
 *
 * @param key Its key, from which the server knows its kind.
 * @param time Milliseconds since the first picture for the first code of a scan, `null` for later ones.
 */
export const countFound = (key, time) => count("scan-found", { key, ...(time !== null && { milliseconds: Math.round(time) }) });
