// Checking every file of the vault, and naming this device.

import { call, get } from "../shared/api.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";

/** How many more files there are than were listed. */
const rest = ({ count, files }) => count > files.length
  && element("p", { class: "soft" }, `and ${(count - files.length).toLocaleString("en-GB")} more; cardvault verify lists all`);

/** For a person who has left the page meanwhile. */
const toastResult = ({ words, alarming }) => (alarming
  ? toast(`The vault was checked, and has a problem. ${words} To see the rest, check again on More.`, false, undefined, "warning")
  : toast(`The vault was checked. ${words}`));

/** A button that checks, and the result. */
export function checking() {
  const report = element("div", { class: "stack", "aria-live": "polite" });
  const button = element("button", { type: "button", class: "button primary", onclick: run }, icon("review"), "Check every file");

  async function run() {
    button.disabled = true;
    fill(report, element("p", { class: "soft" }, "Checking… Stay on this page to see the result."));
    let answer;
    await attempt(async () => (answer = await get("verify")));
    if (!report.isConnected) return answer && toastResult(answer);
    button.disabled = false;
    // The disabled button lost the focus; leave it where the person has moved it.
    if (document.activeElement === document.body) button.focus();
    fill(report, answer && [
      element("p", { class: `notice ${answer.alarming ? "warn" : "good"}` }, icon(answer.alarming ? "warning" : "check"), answer.words),
      answer.findings.map((finding) => element("section", { class: "stack" },
        element("h2", { class: "section-title" }, finding.title),
        element("ul", { class: "plain-list" }, finding.files.map((file) => element("li", {}, element("code", {}, file.path),
          file.meaning && element("p", { class: "soft", dir: "auto" }, file.meaning)))),
        rest(finding),
        element("p", {}, `Try: ${finding.try}.`))),
    ]);
  }

  return {
    node: element("div", { class: "stack" },
      element("p", { class: "soft" }, "Reads every file of the vault, and tells which are damaged or lost."),
      element("div", { class: "actions" }, button), report),
  };
}

/** A form that names this device. */
export async function naming() {
  const { device } = await get("state");
  const id = freshID("device");
  const input = element("input", { id, value: device, autocomplete: "off", dir: "auto", "aria-describedby": `${id}-hint` });
  return {
    node: element("form", { class: "stack", novalidate: true, onsubmit: async (event) => {
      event.preventDefault();
      try {
        input.value = (await call("name-device", { name: input.value })).deviceName;
        toast(`This device is called “${input.value}” now`);
      } catch (error) {
        if (!error.endsSession) refuse(input, errorWords(error));
      }
    } },
    element("div", { class: "field" }, element("label", { for: id }, "Name of this device"), input,
      element("p", { id: `${id}-hint`, class: "hint" }, "Histories and conflicts show it. Left empty, it is the computer's name.")),
    element("div", { class: "actions" }, element("button", { class: "button primary" }, "Save the name"))),
  };
}
