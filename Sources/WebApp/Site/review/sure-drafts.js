// All sure drafts at once: nobody looks at each, so their names come first.

import { openDialog } from "../shared/dialog.js";
import { element, fill, freshID } from "../shared/element.js";
import { errorWords, focusFirst, refuse, showProblem } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";
import { errorNotice } from "../shared/notices.js";
import { counted } from "../shared/words.js";

/** What tells a draft apart from the others but its name, which may be wrong. */
const codeWords = ({ symbologies, ending }) => `${symbologies[0] ?? "Number"}${ending ? `, ends in ${ending}` : ""}`;

/**
 * Lists drafts with their names, to be typed over.
 *
 * @param typed The names that were typed before the list was closed, and over which, by the drafts' ids; it keeps what is
 *   typed now.
 * @param accept Gets the names by the drafts' ids.
 */
export function nameDrafts(drafts, typed, accept) {
  const problem = element("div");
  const button = element("button", { class: "button primary" }, icon("check"), `Accept ${counted(drafts.length, "draft")}`);
  const inputs = new Map(drafts.map(({ id, name }) => [id, element("input", {
    id: freshID("name"), value: typed.get(id)?.over === name ? typed.get(id).name : name, autocomplete: "off", dir: "auto",
    oninput: (event) => typed.set(id, { over: name, name: event.target.value }),
  })]));
  const dialog = openDialog("Accept all sure drafts", element("form", { class: "stack", novalidate: true, onsubmit: async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    fill(problem);
    const blank = [...inputs.values()].filter((input) => input.value.trim() === "");
    for (const input of blank) showProblem(input, "Give the card a name.");
    if (blank.length > 0) return focusFirst(blank);
    // A second tap must not accept them twice.
    button.disabled = true;
    try {
      await accept(Object.fromEntries([...inputs].map(([id, input]) => [id, input.value.trim()])));
      dialog.close();
    } catch (error) {
      // The dialog may have been closed meanwhile.
      if (error.endsSession || !dialog.isConnected) return;
      if (inputs.has(error.field)) refuse(inputs.get(error.field), errorWords(error));
      else fill(problem, errorNotice(error));
    } finally {
      button.disabled = false;
    }
  } },
  element("p", { class: "soft" }, "Type over a name that is wrong."),
  drafts.map((draft) => element("div", { class: "field" },
    element("label", { for: inputs.get(draft.id).id }, codeWords(draft)), inputs.get(draft.id))),
  problem,
  element("div", { class: "actions" }, button)));
}
