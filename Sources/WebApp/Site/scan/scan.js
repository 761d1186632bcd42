// Scanning with a camera: one card, which leads straight into its review, or many in a row.

import { call } from "../shared/api.js";
import { openDialog } from "../shared/dialog.js";
import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, attempt, toast } from "../shared/notices.js";
import { reviewNext } from "../review/review.js";
import { sampleCamera } from "./sample-camera.js";
import { remember, settings } from "./settings.js";
import { flashTime } from "./stage.js";
import { addTray, emptyTray, isInTray, isTrayFull, lostWords, putInTray, restoreTray, trayList } from "./tray.js";
import { scanner } from "./scanner.js";
import { counted, itemSentence } from "../shared/words.js";

/** What to look for apart from a single kind of barcode: in the server's terms, in words, and as a noun. */
const searches = [
  ["", "Any code", "barcode"], ["ISBN", "Books (ISBN)", "ISBN"], ["Product codes", "Product codes (EAN, UPC)", "product code"],
];

/** "an EAN-13", "a QR Code" */
const withArticle = (symbology) => `${/^(?:[AEI]|rM)/.test(symbology) ? "an" : "a"} ${symbology}`;

function toggle(label, isOn, changed) {
  const id = freshID("switch");
  return element("div", { class: "switch-line" }, element("label", { for: id }, label),
    element("input", { id, type: "checkbox", role: "switch", class: "switch", checked: isOn, onchange: (event) => changed(event.target.checked) }));
}

const setting = (label, name) => toggle(label, settings[name], (isOn) => remember({ [name]: isOn }));

/** The view that scans. */
export async function scan({ go, isCurrent }) {
  const { hasSample, symbologies } = await call("scan-start");
  await restoreTray();
  const known = element("div", { class: "scan-known" });
  const list = trayList(finish);
  let isAdding = false;
  /** What to look for in this visit. */
  let wanted = settings.pinned;

  const isMany = () => settings.mode === "many";

  /** Makes drafts with `make`, and opens their review. */
  async function add(make) {
    if (isAdding) return;
    isAdding = true;
    const worked = await attempt(async () => {
      const { outcome: { drafts, items } } = await make();
      const lost = lostWords();
      if (isMany()) emptyTray();
      if (!isCurrent()) return;
      if (drafts.length === 0) {
        camera.show("next");
        // After the state, whose announcement would replace this one.
        return explain(items, lost);
      }
      reviewNext(drafts[0]);
      await go("/review", { isSaved: true });
      // One undo takes back all of them; the review can discard a single one.
      const added = drafts.length > 1 && `Added ${counted(drafts.length, "draft")} to review`;
      const words = [added, lost].filter(Boolean).join(". ");
      if (words) toast(words, Boolean(added), () => go("/review", { isSaved: true }), lost ? "warning" : "check");
    });
    isAdding = false;
    if (!worked && isCurrent()) camera.show("next");
  }

  function finish() {
    camera.halt();
    return add(addTray);
  }

  /** What there is to say where no draft was made: the card was removed, or is there already. */
  function explain(items, lost) {
    fill(known, items.map((item) => element("p", { class: "notice warn" }, icon("warning"),
      element("span", {}, itemSentence(item), " ", item.id && element("a", { href: `/card/${item.id}` }, "Show the card")))));
    announce([...items.map(itemSentence), lost].join(" ").trim());
  }

  const isDraft = (card) => card.state === "draft";

  function offer(card) {
    fill(known, element("p", { class: "notice good" }, icon("check"),
      element("span", {}, "In your vault: ", element("a", {
        href: isDraft(card) ? "/review" : `/card/${card.id}`, dir: "auto", onclick: () => isDraft(card) && reviewNext(card.id),
      }, card.name))));
    announce(`In your vault: ${card.name}`);
  }

  /** Takes a code that was picked. */
  async function take(code) {
    fill(known);
    if (code.known) {
      if (isMany()) {
        offer(code.known);
        return "known";
      }
      afterwards(() => open(code.known));
      return "known";
    }
    if (!isMany()) {
      afterwards(() => add(() => call("scan-add", { keys: [code.key], books: wanted === "ISBN" ? [code.key] : [] })));
      return "found";
    }
    if (isInTray(code)) return "again";
    if (isTrayFull()) {
      announce("The tray is full: choose Done first");
      return "failed";
    }
    putInTray({ ...code, isBook: wanted === "ISBN" });
    return "found";
  }

  /** Switches the camera off at once, and continues after the flash. */
  function afterwards(work) {
    camera.halt();
    setTimeout(() => isCurrent() && work(), flashTime);
  }

  async function open(card) {
    announce(`In your vault: ${card.name}`);
    if (isDraft(card)) reviewNext(card.id);
    // Back leads to where the person was before they scanned.
    await go(isDraft(card) ? "/review" : `/card/${card.id}`, { replaces: true });
  }

  const camera = scanner({
    take,
    wanted: () => wanted,
    noun: () => searches.find(([value]) => value === wanted)?.[2] ?? wanted,
    question: ({ symbology }) => (wanted === "ISBN" ? `Found ${withArticle(symbology)} without an ISBN. Scan anyway?`
      : `Found ${withArticle(symbology)}; you look for ${wanted.replace("Product", "product")}. Scan anyway?`),
    remark: (code) => (isMany() && isInTray(code) ? "Already scanned" : null),
    cancel: () => go("/"),
    sample: hasSample ? sampleCamera : undefined,
    tools: [
      element("a", { class: "button scan-type", href: "/type" }, icon("type"), element("span", {}, "Type it instead")),
      element("button", { type: "button", class: "button scan-settings", onclick: openSettings }, icon("settings"), element("span", {}, "Settings")),
    ],
  });

  function openSettings() {
    const id = freshID("search");
    let isPinned = settings.pinned === wanted && wanted !== "";
    const pin = toggle("Keep this for next time", isPinned, (isOn) => {
      isPinned = isOn;
      remember({ pinned: isOn ? wanted : "" });
    });
    pin.hidden = wanted === "";
    const search = element("select", { id, onchange: () => {
      wanted = search.value;
      pin.hidden = wanted === "";
      if (isPinned) remember({ pinned: wanted });
    } }, [...searches, ...symbologies.map((name) => [name, name])].map(([value, words]) =>
      element("option", { value, selected: value === wanted }, words)));
    camera.isCovered = true;
    openDialog("Settings", element("div", { class: "stack" },
      element("fieldset", { class: "field" }, element("legend", {}, "How many"),
        element("div", { class: "options scan-modes" }, mode("one", "One card"), mode("many", "Several in a row"))),
      element("div", { class: "field" }, element("label", { for: id }, "Look for"), search, pin),
      camera.chooser,
      element("div", {},
        setting("Accept the first sure code without a tap", "picksFirst"), setting("Sound", "sound"), setting("Vibration", "vibration")),
      element("p", { class: "soft" }, "Pictures are read on this device and never saved. ",
        element("a", { href: "/scan-help" }, "Not scanning?"), " You can also ",
        element("a", { href: "/type" }, "type the number"), " or ", element("a", { href: "/import" }, "use photos"), ".")),
    { kind: "menu-dialog", closed: () => (camera.isCovered = false) });
  }

  const mode = (value, words) => element("label", { class: "option" },
    element("input", { type: "radio", name: "scan-mode", value, checked: settings.mode === value, onchange: () => {
      remember({ mode: value });
      list.node.hidden = !isMany();
      fill(known);
    } }), words);
  list.node.hidden = !isMany() && !lostWords();

  return {
    node: element("div", { class: "page scan-page" },
      element("h1", { tabIndex: -1 }, "Scan"),
      element("div", { class: "scan-main" }, camera.node, known),
      list.node),
    async shown() {
      await camera.begin();
      // After the camera's announcement, which would replace this one.
      if (lostWords()) announce(lostWords());
    },
    leave() {
      camera.end();
      list.stop();
    },
  };
}
