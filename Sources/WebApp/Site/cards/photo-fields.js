// The photos of a card's front and back. Unlike fields, each is saved as soon as it is chosen.

import { call, get, getOctets, upload } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, errorNotice, toast } from "../shared/notices.js";
import { capitalised } from "../shared/words.js";

/** Every card has these sides; any other photo can only be removed. */
const sides = ["front", "back"];

/** The server accepts no larger photo. */
const maxByteCount = 64 * 2 ** 20;

/** "photo of the front", "other photo" */
const titled = (side) => (sides.includes(side) ? `photo of the ${side}` : `${side} photo`);

/** The photos of a saved card. */
export function photoFields(card) {
  let photos = [...new Set(card.photos ?? [])];
  let addresses = [];
  let isGone = false;
  const problem = element("div");
  const list = element("div", { class: "photo-fields" });
  const node = element("fieldset", { class: "field form-photos" }, element("legend", {}, "Photos"), list, problem,
    element("p", { class: "hint" }, "Small sealed copies, without metadata. Each is saved at once."));

  function forget() {
    addresses.forEach((address) => URL.revokeObjectURL(address));
    addresses = [];
  }

  async function reload() {
    const { photos: kept = [], version } = await get("card", { id: card.id });
    card.version = version;
    photos = [...new Set(kept)];
    await draw();
  }

  /** Makes a change, says so, and returns the focus to the same side, whose buttons are new. */
  async function change(side, action) {
    fill(problem);
    for (const button of list.querySelectorAll("button")) button.disabled = true;
    const { version } = card;
    // A change by this page is no surprise.
    card.version = undefined;
    try {
      toast((await action(version)).words, true, reload);
      await reload();
    } catch (error) {
      // What others have changed meanwhile is compared as before.
      card.version = version;
      // After a change of the key, the page stays, and the person may try again.
      if (!error.endsSession) fill(problem, errorNotice(error));
    }
    for (const button of list.querySelectorAll("button")) button.disabled = false;
    (list.querySelector(`[data-key="${CSS.escape(side)}"]`) ?? list.querySelector("button"))?.focus();
  }

  function keep(side, [file]) {
    if (!file) return;
    if (file.size > maxByteCount) {
      fill(problem, errorNotice(Object.assign(new Error(`This photo is larger than ${maxByteCount / 2 ** 20} MB`), {
        remedy: "Choose a smaller one.",
      })));
      return;
    }
    announce("Saving the photo…");
    change(side, (version) => upload("keep-photo", file, {
      "X-Card": card.id, "X-Side": side, ...(version === undefined ? {} : { "X-Card-Version": version }),
    }));
  }

  function enlarge(side, address) {
    openDialog(capitalised(titled(side)), element("img", { class: "photo", src: address, alt: `The ${titled(side)}` }), { kind: "wide-dialog" });
  }

  async function field(side) {
    const has = photos.includes(side);
    const photo = has ? await getOctets("photo", { id: card.id, side }).catch(() => null) : null;
    const address = photo && URL.createObjectURL(photo.blob);
    if (address) addresses.push(address);
    // Without `capture`, phones offer both the camera and existing photos.
    const picker = element("input", {
      type: "file", accept: "image/*,.heic,.heif,.avif", class: "unseen", tabIndex: -1, "aria-hidden": "true",
      onchange: () => {
        keep(side, [...picker.files]);
        // Lets the same file be chosen again after an error.
        picker.value = "";
      },
    });
    const verb = has ? "Replace" : "Add";
    return element("figure", { class: "photo-field" },
      address
        ? element("button", { type: "button", class: "crop", "aria-label": `Enlarge the ${titled(side)}`, onclick: () => enlarge(side, address) },
          element("img", { src: address, alt: "" }))
        : element("div", { class: "crop without-photo" }, icon("photo"), element("span", {}, has ? "Cannot be shown" : "No photo")),
      element("figcaption", {}, capitalised(side)),
      element("div", { class: "actions" },
        sides.includes(side) && element("button", {
          type: "button", class: "button small", "data-key": side, "aria-label": `${verb} the ${titled(side)}`, onclick: () => picker.click(),
        }, icon("camera"), verb),
        has && element("button", {
          type: "button", class: "button small quiet danger-text", "aria-label": `Remove the ${titled(side)}`,
          onclick: () => change(side, (version) => call("remove-photo", { id: card.id, version, side })),
        }, icon("remove"), "Remove")),
      picker);
  }

  async function draw() {
    const before = addresses;
    addresses = [];
    const fields = await Promise.all([...sides, ...photos.filter((side) => !sides.includes(side))].map(field));
    before.forEach((address) => URL.revokeObjectURL(address));
    if (isGone) return forget();
    fill(list, fields);
  }

  draw();
  return {
    node,
    stop() {
      isGone = true;
      forget();
    },
  };
}
