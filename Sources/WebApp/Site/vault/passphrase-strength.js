// Says whether a new passphrase could be guessed, and offers six random words. A weak one is never refused.

import { call, get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { clearProblem } from "../shared/field-problem.js";
import { attempt } from "../shared/notices.js";

/** As long as a person needs between two letters. */
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
      // Otherwise, the answer to what was typed before would take the place of what follows.
      forget();
      input.value = again.value = passphrase;
      clearProblem(input);
      clearProblem(again);
      // It is to be written down.
      input.type = "text";
      fill(words, "Write these words down: they will not be shown again.");
    }),
  }, "Suggest six words");

  /** Nothing is said any more of what was typed. */
  function forget() {
    clearTimeout(timer);
    asked += 1;
    fill(words);
  }

  async function weigh() {
    const number = ++asked;
    const typed = input.value;
    // Nothing is asked for a page that was left or locked.
    if (!typed || !input.isConnected) return fill(words);
    try {
      const answer = await call("weigh-passphrase", { passphrase: typed });
      if (number === asked) fill(words, answer.words ?? "");
    } catch (error) {
      // The export itself says what is wrong with it.
      if (number === asked && !error.endsSession) fill(words);
    }
  }

  input.addEventListener("input", () => {
    input.type = "password";
    clearTimeout(timer);
    timer = setTimeout(weigh, pause);
  });

  return {
    node: element("div", { class: "stack" }, words, element("div", { class: "actions" }, suggest)),
    /** Forgets what was said. */
    clear() {
      forget();
      input.type = "password";
    },
  };
}
