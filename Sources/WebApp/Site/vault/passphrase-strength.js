// Rates a new passphrase, and suggests six random words. A weak one is never refused.

import { call, get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { clearProblem } from "../shared/field-problem.js";
import { attempt } from "../shared/notices.js";

/** Longer than between two keystrokes. */
const pause = 400;

/**
 * Advice beside the field of a new passphrase.
 *
 * @param input The field.
 * @param again The field that repeats it.
 */
export function strength(input, again) {
  let timer;
  let asked = 0;
  const words = element("p", { class: "hint", "aria-live": "polite" });

  const suggest = element("button", {
    type: "button", class: "button small",
    onclick: () => attempt(async () => {
      const { passphrase } = await get("suggest-passphrase");
      // Otherwise, the answer about the previous text would replace this one.
      forget();
      input.value = again.value = passphrase;
      clearProblem(input);
      clearProblem(again);
      // Not in the field, which is too narrow for them on a phone.
      fill(words, element("strong", { class: "suggested" }, passphrase), "Write these words down: they will not be shown again.");
    }),
  }, "Suggest six words");

  /** Ignores answers about what was typed so far. */
  function forget() {
    clearTimeout(timer);
    asked += 1;
    fill(words);
  }

  async function weigh() {
    const number = ++asked;
    const typed = input.value;
    // Make no calls for a page that was left or locked.
    if (!typed || !input.isConnected) return fill(words);
    try {
      const answer = await call("weigh-passphrase", { passphrase: typed });
      if (number === asked) fill(words, answer.words ?? "");
    } catch (error) {
      // The export itself will say what is wrong.
      if (number === asked && !error.endsSession) fill(words);
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(weigh, pause);
  });

  return {
    node: element("div", { class: "stack" }, words, element("div", { class: "actions" }, suggest)),
    /** Clears the rating. */
    clear: forget,
  };
}
