// The recovery sheet, for printing. It is fetched on request, and dropped with the page.

import { get } from "../shared/api.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { attempt } from "../shared/notices.js";
import { octetsFrom } from "../shared/saving.js";

const picture = (base64) => URL.createObjectURL(new Blob([octetsFrom(base64)], { type: "image/png" }));

/** The view of the recovery sheet. */
export async function sheet({ isCurrent }) {
  const { needsPassphrase } = await get("state");
  let addresses = [];
  const body = element("div", { class: "sheet" });

  function forget() {
    addresses.forEach((address) => URL.revokeObjectURL(address));
    addresses = [];
    fill(body);
  }

  const show = (event) => attempt(async () => {
    const button = event.currentTarget;
    const { pages } = await get("sheet");
    if (!isCurrent()) return;
    forget();
    addresses = [pages].flat().map(picture);
    fill(body, addresses.map((address, index) => element("img", {
      src: address, alt: `Recovery sheet, page ${index + 1} of ${addresses.length}`,
    })));
    button.hidden = true;
    print.hidden = false;
    hide.hidden = false;
    print.focus();
  });

  const reveal = element("button", { type: "button", class: "button primary large", onclick: show }, icon("eye"), "Show the sheet");
  const print = element("button", { type: "button", class: "button primary large", hidden: true, onclick: () => window.print() },
    icon("print"), "Print");
  const hide = element("button", {
    type: "button", class: "button large", hidden: true,
    onclick: () => {
      forget();
      print.hidden = hide.hidden = true;
      reveal.hidden = false;
      reveal.focus();
    },
  }, "Hide");

  return {
    node: element("div", { class: "page narrow sheet-page" },
      element("h1", { tabIndex: -1 }, "Recovery sheet"),
      element("p", {}, "Print your key and keep it with your papers. Without a copy of the key, nobody can open the vault, not even you."),
      element("p", { class: "notice warn" }, icon("warning"),
        element("span", {}, needsPassphrase
          ? "Anyone with this sheet who knows the passphrase can open your vault. Print the sheet, but do not save it. "
            + "The passphrase is not on it: keep that as well."
          : "Anyone who has this sheet can open your vault. Print it, but do not save it.")),
      element("div", { class: "actions" }, reveal, print, hide),
      body),
    leave: forget,
  };
}
