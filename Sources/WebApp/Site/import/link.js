// A field for a link with which another wallet shares a card, for devices that cannot paste into a page itself.

import { element, freshID } from "../shared/element.js";
import { refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";

/** The field; `take` gets the link, which is not kept here. */
export function linkField(take) {
  const id = freshID("link");
  const input = element("input", {
    id, type: "text", inputmode: "url", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": `${id}-hint`,
  });
  return element("details", { class: "more-fields" },
    element("summary", {}, icon("details"), "A link that shares a card"),
    element("form", {
      class: "field fields", novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text === "") return refuse(input, "Paste the link first.");
        input.value = "";
        take(text);
      },
    },
    element("label", { for: id }, "Link from Catima"),
    element("div", { class: "joined" }, input, element("button", { class: "button" }, "Read")),
    element("p", { id: `${id}-hint`, class: "hint" }, "The card is in the link itself. Nothing is fetched.")));
}
