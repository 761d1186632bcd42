// Bringing a removed card back, wherever it is missed.

import { call } from "../shared/api.js";
import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt, toast } from "../shared/notices.js";

/** A button that restores a card, and then runs `restored`. */
export const restoreButton = ({ id }, restored) => element("button", {
  type: "button", class: "button", "data-key": `restore ${id}`, onclick: () => attempt(async () => {
    const { words } = await call("restore", { ids: [id] });
    await restored();
    toast(words, true, restored);
  }),
}, icon("undo"), "Restore");
