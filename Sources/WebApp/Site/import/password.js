// The password of an archive or a document, asked for beside its file in the list.

import { element, freshID } from "../shared/element.js";
import { errorWords, refuse, showProblem } from "../shared/field-problem.js";

/**
 * A form that asks for the password.
 *
 * @param entry The file in the queue.
 * @param open Called with the password, which is not kept here.
 */
export function passwordForm(entry, open) {
  const id = freshID("archive");
  const input = element("input", { id, type: "password", autocomplete: "off" });
  const node = element("form", {
    class: "field", novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      const password = input.value;
      if (password === "") return refuse(input, "Type the password of this file.");
      input.value = "";
      open(password);
    },
  },
  element("label", { for: id }, "Password for ", element("span", { dir: "auto" }, entry.name)),
  element("div", { class: "joined" }, input, element("button", { class: "button" }, "Open")));
  if (entry.error) showProblem(input, errorWords(entry.error));
  return { node, input };
}
