// What to try when a card cannot be scanned.

import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";

const parts = [
  ["The code is not found", [
    "Move closer until the code fills about half of the frame, then hold still for a moment. Where a dashed outline appears, hold the code there.",
    "If it becomes blurred close up, step back and use the zoom, or choose another camera: the wide lens of many phones cannot see sharply up close.",
    "Turn the light on, or go to a brighter place. A shadow of the phone is enough to hide a worn code.",
    "Tilt the card a little if a lamp is reflected in it.",
    "Hold long barcodes along the longer side of the frame; show all of the white margin on both ends.",
  ]],
  ["It is found, but not accepted", [
    "“Not sure”, or a percentage, means that too little of the code was seen. Tap it to accept it anyway, and compare its number with the card.",
    "With several codes in view, tap the one you want, or cover the others.",
    "Under Settings, set “Look for” to “Any code”: with another choice, other kinds are only offered.",
    "“In your vault” means that you have this card already.",
  ]],
  ["The camera does not start", [
    "Close other programs and tabs that use it, such as video calls.",
    "Allow the camera for this page: use the icon in front of the address.",
    "Open cardvault at 127.0.0.1 or behind https, such as with cardvault serve --lan. Browsers do not allow the camera at other addresses.",
    "Browsers inside other apps often have no camera: open this page in a normal browser.",
  ]],
  ["It still does not work", [
    "Take a photo and import it: photos are searched more thoroughly than a moving picture.",
    "Type the number. A digit that has worn off is worked out: type ? in its place.",
  ]],
];

/** The page “Not scanning?”. */
export async function scanHelp() {
  return {
    node: element("div", { class: "page narrow" },
      element("a", { class: "back", href: "/scan" }, icon("back"), "Scan"),
      element("h1", { tabIndex: -1 }, "Not scanning?"),
      parts.map(([title, tips]) => element("section", { class: "panel stack" },
        element("h2", {}, title), element("ul", { class: "scan-tips" }, tips.map((tip) => element("li", {}, tip))))),
      element("div", { class: "actions" },
        element("a", { class: "button primary large", href: "/scan" }, icon("camera"), "Scan again"),
        element("a", { class: "button large", href: "/import" }, icon("photo"), "Use photos"),
        element("a", { class: "button large", href: "/type" }, icon("type"), "Type a card"))),
  };
}
