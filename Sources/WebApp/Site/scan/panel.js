// Shown instead of the picture while no camera runs: the state in words, and what to do.

import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { states, stepsFor, ways } from "./states.js";

/**
 * The panel of a scanner.
 *
 * @param does The buttons' actions: `allow`, `again`, `cancel`, and `type` if the same page has a field; `cancel` is
 * optional.
 * @param sample Starts the sample camera, if the server has one.
 */
export function panel(does, sample) {
  const node = element("section", { class: "scan-panel panel", "aria-label": "Camera status" });

  function way(name, isFirst) {
    const { words, icon: mark, path, does: action = name } = ways[name];
    const kind = isFirst ? "button primary large" : "button large";
    if (path && !does[action]) return element("a", { class: kind, href: path }, icon(mark), words);
    return does[action] && element("button", { type: "button", class: kind, onclick: () => does[action]() }, icon(mark), words);
  }

  return {
    node,
    /** Shows a state by its name, with the server's `error` if it refused. */
    show(name, error = null) {
      const state = states[name];
      const hadFocus = node.contains(document.activeElement);
      const heading = element("h2", { tabIndex: -1 }, state.title);
      node.dataset.state = name;
      fill(node,
        element("div", { class: state.tone === "bad" ? "scan-mark bad" : "scan-mark" }, icon(state.icon)),
        heading,
        state.words.map((words) => element("p", {}, words)),
        error?.because && element("p", { class: "soft" }, error.because),
        state.asks && element("ol", { class: "scan-steps" }, stepsFor().map((step) => element("li", {}, step))),
        element("div", { class: "actions centred" }, state.ways.map((each, index) => way(each, index === 0))),
        sample && name !== "starting" && element("p", { class: "soft" }, "No camera? ",
          element("button", { type: "button", class: "text-button", onclick: sample }, "Try it with a sample")));
      if (hadFocus) heading.focus({ preventScroll: true });
    },
  };
}
