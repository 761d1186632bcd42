// The browsers that sign in by themselves: remembering this one, and forgetting any.

import { call, get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, attempt } from "../shared/notices.js";
import { canRemember, forgetKey, remember, remembered } from "./remembered.js";
import { agoWords, momentWords } from "../shared/words.js";

/** The list, and the button that adds this browser; `reopen` draws the whole page again. */
export async function browsers(reopen) {
  const list = element("ul", { class: "versions" });
  const action = element("div", { class: "actions" });

  async function draw() {
    const [{ browsers: all, canRemember: isOffered }, own, isAble] = await Promise.all([get("browsers"), remembered(), canRemember()]);
    const isOwn = ({ publicKey }) => publicKey === own?.publicKey;
    fill(list, all.map((each) => element("li", { class: "version" },
      element("div", {},
        element("p", { class: "version-value" }, isOwn(each) ? `${each.name} (this browser)` : each.name),
        element("p", { class: "soft" }, `Remembered ${momentWords(each.remembered)}, last signed in ${agoWords(each.lastUsed)}`)),
      element("button", {
        type: "button", class: "button", "aria-label": `Forget ${each.name}`,
        onclick: () => attempt(async () => {
          await call("forget-browser", { publicKey: each.publicKey });
          if (isOwn(each)) await forgetKey();
          announce(`${each.name} is forgotten`);
          await (isOwn(each) ? reopen() : draw());
        }),
      }, "Forget"))));
    list.hidden = !all.length;
    fill(action, all.some(isOwn) ? null
      : isOffered && isAble ? element("button", {
        type: "button", class: "button primary", onclick: () => attempt(async () => {
          await remember();
          announce("This browser is remembered");
          await reopen();
        }),
      }, icon("check"), "Remember this browser")
        : element("p", { class: "soft" }, !isOffered ? "From the home network, a browser is not remembered."
          : isSecureContext ? "This browser has no keys of the kind that is needed (Ed25519)."
            : "At an address that begins with http, a browser has no keys. Use https, or 127.0.0.1 on the machine that runs cardvault."));
  }

  await draw();
  return {
    node: element("div", { class: "stack" },
      element("p", {}, "A remembered browser signs in by itself, with a key that never leaves it. Anyone who can use that browser can see your cards."),
      element("p", { class: "soft" }, "Hide covers its pages, and one tap shows them again. Lock forgets all remembered browsers."),
      list, action),
    refresh: draw,
  };
}
