// Counts of cards and scans, which stay on this device.

import { call, get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { attempt, toast } from "../shared/notices.js";
import { capitalised } from "../shared/words.js";

/** Words for why no code was read. */
const reasons = {
  nocode: "No code found", refused: "Not a photo, or too large", crashed: "The reader crashed", timedout: "Took too long",
  unavailable: "Could not be opened", key: "Contained a key",
};

/** Words for why a camera gave no picture. */
const scanReasons = {
  denied: "Camera not allowed", dismissed: "Question closed", revoked: "Permission withdrawn", policy: "Restricted on the device",
  "no-camera": "No camera", busy: "Camera busy", insecure: "Address not secure", lost: "Camera lost", muted: "No picture",
  slow: "Camera too slow", unread: "The reader did not answer", unsupported: "Browser not supported",
};

/** A table of counts with bars, which only repeat the numbers. */
function table(title, entries) {
  const largest = Math.max(1, ...entries.map((entry) => entry.count));
  return entries.length > 0 && element("table", { class: "counts" },
    element("caption", {}, title),
    element("tbody", {}, entries.map(({ name, count }) => {
      const bar = element("span", { class: "count-bar" });
      bar.style.setProperty("--share", count / largest);
      return element("tr", {}, element("th", { scope: "row", dir: "auto" }, name), element("td", { class: "count-cell" }, bar),
        element("td", { class: "count-number" }, count.toLocaleString("en-GB")));
    })));
}

/** "EAN-13, 1 not sure": how many codes of a kind were read, and how many a person had to compare with the card. */
const codesTable = (title, codes) => table(title, codes.map(({ name, sure, doubtful }) => ({
  name: doubtful > 0 ? `${name}, ${doubtful.toLocaleString("en-GB")} not sure` : name, count: sure + doubtful })));

/** How often each reason occurred. */
const reasonsTable = (title, counts, words) => table(title, counts.map(({ name, count }) => ({
  name: words[name] ?? capitalised(name), count })));

const secondsWords = (milliseconds) => milliseconds === undefined ? "–" : `${(milliseconds / 1_000).toFixed(2)} s`;

/** The statistics. */
export async function statistics() {
  const node = element("div", { class: "stack" });
  async function refresh() {
    const answer = await get("statistics");
    const { reads, scans } = answer;
    const fact = (term, value) => element("div", { class: "figure" }, element("dt", {}, term), element("dd", {}, String(value)));
    fill(node,
      element("dl", { class: "figures" },
        fact("Photos read", reads.started), fact("Photos with a code", reads.succeeded),
        fact("Time per photo", secondsWords(reads.averageMilliseconds)),
        fact("Camera scans", scans.started), fact("Scans with a code", scans.succeeded),
        fact("Time per scan", secondsWords(scans.averageMilliseconds)),
        fact("Cards from photos", answer.scanned), fact("Cards typed", answer.typed)),
      element("div", { class: "tables" },
        table("Kinds of barcode", answer.symbologies),
        table("Tags", answer.tags),
        codesTable("Codes on photos", reads.codes),
        codesTable("Codes from scans", scans.codes),
        reasonsTable("Photos without a code", reads.failed, reasons),
        reasonsTable("Scans without a picture", answer.failedScans, scanReasons)),
      element("div", { class: "actions" }, element("button", { type: "button", class: "button", onclick: () => attempt(async () => {
        await call("clear-statistics");
        await refresh();
        toast("Counts reset");
      }) }, "Reset this device's counts")));
  }
  await refresh();
  return { node, refresh };
}
