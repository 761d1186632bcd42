// The meaning of a table's columns, confirmed beside its file in the list.

import { element, freshID } from "../shared/element.js";
import { clearProblem, refuse } from "../shared/field-problem.js";
import { icon } from "../shared/icons.js";

/**
 * A form that shows a guess, to confirm or change.
 *
 * @param entry The file in the queue, with its columns.
 * @param confirm Called with the columns' meaning, such as "1=name,2=code".
 */
export function columnsForm({ name, columns: { columns, fields, hasNames, warning } }, confirm) {
  const wordsOf = new Map(fields.map((field) => [field.name, field.words]));

  function choice({ name: column, field, examples }, index) {
    const id = freshID("column");
    const hint = examples.length > 0 && `${id}-hint`;
    const select = element("select", { id, "aria-describedby": hint },
      element("option", { value: "" }, "Leave out"),
      [...wordsOf].map(([value, words]) => element("option", { value, selected: value === field }, words)));
    return {
      select,
      node: element("div", { class: "field" },
        element("label", { for: id, dir: "auto" }, column || `Column ${index + 1}`), select,
        hint && element("p", { id: hint, class: "hint" }, "For example ",
          examples.map((example, index) => [index > 0 && ", ", element("span", { dir: "auto" }, example)]))),
    };
  }

  const choices = columns.map(choice);
  const selects = choices.map(({ select }) => select);

  /** The first problem, with its field and in words; `undefined` if there is none. */
  function problem() {
    // Any number of columns are kept in the note, and a guess may know several for another field.
    const twice = selects.find(({ value }, index) => value && value !== "note" && value !== columns[index].field
      && selects.some((other) => other !== selects[index] && other.value === value));
    if (twice) return [twice, `Another column is “${wordsOf.get(twice.value)}” already. Choose another field, or leave this column out.`];
    const has = (field) => selects.some(({ value }) => value === field);
    const free = selects.find(({ value }) => value === "") ?? selects[0];
    if (!has("name")) return [free, "A card needs a name. Say which column it is."];
    return has("code") || has("number") ? undefined : [free, "A card needs a code or a printed number. Say which column it is."];
  }

  const node = element("form", {
    class: "stack", novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      selects.forEach(clearProblem);
      const found = problem();
      if (found) return refuse(...found);
      confirm(selects.map(({ value }, index) => value && `${index + 1}=${value}`).filter(Boolean).join(","));
    },
  },
  element("fieldset", {}, element("legend", {}, "What the columns of ", element("span", { dir: "auto" }, name), " mean"),
    element("div", { class: "columns" }, choices.map((each) => each.node))),
  warning && element("p", { class: "notice warn" }, icon("warning"), element("span", {}, warning)),
  element("p", { class: "soft" }, columns.some(({ field }) => field && field !== "note") ? "This is a guess. " : "Say which column is the name, and which is the code. ",
    hasNames && "Once you import, it is remembered for the next table with these columns."),
  element("div", {}, element("button", { class: "button" }, "Confirm the columns")));
  return { node, input: selects[0] };
}
