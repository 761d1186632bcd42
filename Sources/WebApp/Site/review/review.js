// Reviewing drafts one by one: the code drawn again beside the photo, a name, and one decision.

import { call, currentStamp, get, getOctets } from "../shared/api.js";
import { cardForm } from "../cards/form.js";
import { baseOf, othersChanges } from "../cards/others.js";
import { confirmed, openDialog } from "../shared/dialog.js";
import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce, attempt, errorNotice, toast } from "../shared/notices.js";
import { codeOnPhoto, markedPhoto } from "./photo-mark.js";
import { nameDrafts } from "./sure-drafts.js";
import { counted } from "../shared/words.js";

// Remembered while another page is shown, as the address does not name the draft.
let shownDraft = null;

/** Milliseconds before a new draft may be decided, as nobody has looked at it yet. */
const minLookTime = 250;

/** What nobody does to a card without having looked at it. */
const decisions = ["accept", "join", "discard"];

/** Shows this draft next. */
export const reviewNext = (id) => (shownDraft = id);

/** The view that reviews drafts; `typed` is what was typed for one before a lock. */
export async function review({ go, isCurrent, typed, wasSaved }) {
  let draft = null;
  /** The version of the draft that the form was compared with last. */
  let version;
  let form = null;
  /** What others changed on the draft meanwhile. */
  let changes = null;
  /** Names that were typed in the list of sure drafts, by their ids: they outlive the list. */
  const typedNames = new Map();
  let crop = null;
  let isDone = false;
  let isTaking = false;
  let drawnAt = 0;
  /** How many drafts were decided on since the review was opened, so that it counts up. */
  let decidedCount = 0;
  /** The last decision: its draft, and what tells whether anything was changed since. */
  let decided = null;
  const heading = element("h1", { tabIndex: -1 }, "Review");
  const position = element("p", { class: "review-position" });
  const sure = element("button", { type: "button", class: "button small", onclick: () => attempt(listSure) }, icon("check"), "Accept all sure drafts");
  const content = element("div");

  function forget() {
    form?.stop();
    if (crop) URL.revokeObjectURL(crop);
    form = crop = null;
  }

  const place = () => `Card ${draft.position + decidedCount} of ${draft.count + decidedCount}`;

  const found = async (id) => (await get("draft", id ? { id } : {})).draft;

  /** Shows a draft, or the first one; `isStep` continues a review and focuses the name. */
  const show = async (id, isStep = false) => present(await found(id), isStep);

  /** `base` is what the draft was when it was typed over, if that was before a lock. */
  async function present(next, isStep, base = {}) {
    forget();
    shownDraft = next?.id ?? null;
    if (!next) return drawNothing();
    const [kinds, photo] = await Promise.all([
      get("kinds"), next.hasCrop ? getOctets("crop", { id: next.id }).catch(() => null) : null,
    ]);
    if (!isCurrent()) return;
    draft = { ...next, ...base };
    version = draft.version;
    crop = photo ? URL.createObjectURL(photo.blob) : null;
    form = cardForm({ card: draft, kinds, suggestedTags: draft.suggestedTags ?? [], isReview: true });
    // Whoever accepts a draft accepts its code and its name, typed or not.
    changes = othersChanges({ form, id: draft.id, noun: "draft", checks: ["code", "name"] });
    drawDraft();
    if (!isStep) return;
    scrollTo(0, 0);
    announce(`${place()}: ${draft.name}`);
    // On a phone, the keyboard would hide the code to compare.
    if (matchMedia("(pointer: coarse)").matches) heading.focus({ preventScroll: true });
    else (draft.codes.some((code) => code.incomplete) ? form.code : form.name).focus();
  }

  /** Does it once: a second tap or a held Enter must not accept the next card unseen. */
  async function take(action, page) {
    const isUnseen = decisions.includes(action) && performance.now() - drawnAt < minLookTime;
    if (isTaking || isUnseen) return;
    isTaking = true;
    await settle(action, page);
    isTaking = false;
  }

  /** Sends an action, and shows the draft that comes next, or another page. */
  async function settle(action, page) {
    const problem = content.querySelector(".refusal");
    fill(problem);
    const isGone = action === "discard";
    if (!isGone && !(await form.isFine({ isDraft: action !== "accept", checksCode: true }))) return;
    const fields = isGone ? {} : form.values();
    try {
      if (!isGone && !(await changes.settle(fields))) return;
      // The suggested name counts as typed once it is accepted.
      if (action === "accept") fields.name ??= (changes.latest() ?? draft).name.trim();
      const answer = await send(action, fields);
      if (page) {
        shownDraft = answer.draft?.id ?? null;
        isDone = true;
        return await go(page, { isSaved: true });
      }
      await present(answer.draft, true);
    } catch (error) {
      if (error.change === "saved") wasSaved();
      if (error.endsSession || form.showsRefusal(error)) return;
      const outcome = error.status === 409 ? await compare().catch(() => null) : null;
      // Others changed only what was left alone here, or the same; but nobody discards or joins what they have not seen.
      if (outcome === "merged" && !["discard", "join"].includes(action)) return settle(action, page);
      if (outcome) return;
      fill(problem, errorNotice(error));
      problem.scrollIntoView({ block: "center" });
    }
  }

  /** Sends an action, and says what was decided. */
  async function send(action, fields, more = {}) {
    // `more` may have the version that was listed.
    const answer = await call("review", { id: draft.id, version, action, fields, ...more });
    if (!["skip", "back"].includes(action)) {
      const { id } = draft;
      decided = answer.isChange ? { id, stamp: currentStamp() } : decided;
      decidedCount += Math.max(0, draft.count - (answer.draft?.count ?? 0));
      toast(answer.words, answer.isChange, () => shownAgain(id));
    }
    return answer;
  }

  /** Lists the sure drafts by name, and accepts them once the names are right. */
  async function listSure() {
    const shown = draft;
    if (isTaking || !(await form.isFine({ isDraft: true, checksCode: true }))) return;
    const fields = form.values();
    if (!(await changes.settle(fields))) return;
    const listedVersion = version;
    const { cards } = await get("cards", { states: "drafts", sort: "name" });
    if (!isCurrent() || draft !== shown) return;
    const sure = cards.filter((card) => !card.doubtful);
    const listed = sure.map((card) => (card.id === draft.id ? { ...card, name: fields.name ?? card.name } : card));
    nameDrafts(listed, typedNames, async (names) => {
      // Only names that were typed over: thousands of drafts are accepted with one call.
      const drafts = Object.fromEntries(sure.map(({ id, name, version }) => [id, { version, ...(names[id] !== name && { name: names[id] }) }]));
      const answer = await send("all", fields, { drafts, version: listedVersion });
      typedNames.clear();
      await present(answer.draft, true);
    });
  }

  /** Takes the last decision back, and shows its draft again. */
  const undo = () => attempt(async () => {
    const { id, stamp } = decided;
    toast((await call("undo", { stamp })).words);
    await shownAgain(id);
  });

  /** Shows a draft whose decision was taken back. */
  async function shownAgain(id) {
    const next = await found(id);
    decidedCount = Math.max(0, decidedCount - Math.max(0, (next?.count ?? 0) - (draft?.count ?? 0)));
    await present(next, true);
  }

  /** A button that does, until something else is changed. */
  const undoButton = (kind) => decided !== null && decided.stamp === currentStamp()
    && element("button", { type: "button", class: `button ${kind}`, onclick: undo }, icon("undo"), "Undo");

  function enlarge() {
    const photo = draft.mark ? markedPhoto(crop, draft.mark)
      : element("img", { class: "photo", src: crop, alt: "The photo that the code was read from" });
    openDialog("Photo", photo, { kind: "wide-dialog" });
  }

  function drawDraft() {
    const isPartial = draft.codes.some((code) => code.incomplete);
    const isInDoubt = isPartial || draft.doubts?.length > 0 || !draft.codes[0]?.symbol;
    const offers = (action) => draft.actions.includes(action);
    sure.hidden = draft.count < 2 || !offers("all");
    fill(position, element("span", { class: "strong" }, place()),
      draft.origin && element("span", { class: "soft", dir: "auto" }, draft.origin));
    form.more.open = matchMedia("(min-width: 64rem)").matches;
    // In sight while the card is compared, whatever is scrolled.
    const number = element("output", { class: "review-number-text" }, form.code.input.value);
    form.code.input.addEventListener("input", () => fill(number, form.code.input.value));
    drawnAt = performance.now();
    const button = (kind, name, words, action, options = {}) =>
      element("button", { type: "button", class: `button ${kind}`, onclick: action, ...options }, name && icon(name), words);
    fill(content, element("form", {
      class: "card-form review-form", novalidate: true,
      onkeydown: (event) => event.key === "Enter" && event.repeat && event.preventDefault(),
      onsubmit: (event) => {
        event.preventDefault();
        take("accept");
      },
    },
    element("div", { class: "form-code" },
      (draft.doubts ?? []).map((doubt) => element("p", { class: "notice warn" }, icon("warning"),
        element("span", {}, element("strong", {}, "Check this: "), doubt))),
      element("div", { class: crop ? "compared both" : "compared" },
        crop && element("figure", {},
          element("button", { type: "button", class: "crop", "aria-label": "Enlarge the photo", onclick: enlarge },
            draft.mark ? codeOnPhoto(crop, draft.mark) : element("img", { src: crop, alt: "The photo of the code" })),
          element("figcaption", {}, draft.mark ? "Its place on the photo" : "On the photo")),
        element("figure", {}, form.code.drawing, element("figcaption", {}, isPartial ? "Drawn once the number is complete" : "As it will be shown"))),
      draft.codes[0]?.meaning?.length > 0 && element("ul", { class: "plain-list soft" }, draft.codes[0].meaning.map((each) => element("li", {}, each)))),
    // A doubtful number comes first, otherwise the name.
    element("div", { class: "form-fields" }, isInDoubt && form.code.node, form.main, !isInDoubt && form.code.node, form.more),
    changes.node,
    element("div", { class: "form-problem refusal" }),
    element("div", { class: "form-actions" },
      element("p", { class: "review-number", dir: "ltr" }, number),
      element("div", { class: "review-minor" },
        button("quiet", "previous", "Back", () => take("back"), { disabled: !offers("back") }),
        button("quiet", "next", "Later", () => take("skip"), { disabled: draft.count < 2 }),
        button("quiet danger-text", "remove", "Discard", () => take("discard")),
        undoButton("quiet"),
        draft.origin === "camera" && button("quiet", "camera", "Scan again", () => take("discard", "/scan")),
        offers("join") && button("quiet", "join", "Join", join)),
      element("div", { class: "review-major" },
        button("large", null, "Accept", () => take("accept", "/")),
        element("button", { class: "button primary large" }, draft.count > 1 ? "Accept and next" : "Accept and finish")))));
  }

  async function join() {
    const words = `This card and ${counted(draft.siblings, "other code")} from the photo will become one card.`;
    const { id } = draft;
    const isWanted = await confirmed("Join the codes from this photo?", words, "Join");
    // Meanwhile another tab may have accepted it, and the next draft be shown.
    if (isWanted && draft?.id === id) await take("join");
  }

  function drawNothing() {
    draft = null;
    version = undefined;
    fill(position);
    sure.hidden = true;
    fill(content, element("div", { class: "empty" },
      icon("check"),
      element("h2", {}, "Nothing to review"),
      element("p", {}, "Codes that were scanned or read from photos wait here until you accept them."),
      element("div", { class: "actions centred" },
        undoButton("large"),
        element("a", { class: "button primary large", href: "/scan" }, icon("camera"), "Scan a card"),
        element("a", { class: "button large", href: "/import" }, icon("import"), "Import photos"),
        element("a", { class: "button large", href: "/" }, icon("cards"), "All cards"))));
    if (isCurrent() && heading.isConnected) heading.focus();
  }

  /**
   * Compares the form with the draft as it is now.
   *
   * Returns `merged` if both can be saved, `asked` if a person must choose or go on, and `null` if nothing was changed.
   */
  async function compare() {
    const next = await found(draft.id);
    if (!isCurrent() || (next?.id === draft.id && next.version === version)) return null;
    return takeOver(next);
  }

  /** Compares the form with what is there instead of its draft. */
  async function takeOver(next) {
    if (next?.id !== draft.id) return refuse();
    version = next.version;
    if (form.isChanged()) return changes.take(next);
    // Nothing is lost.
    await present(next, false);
    toast("This draft was changed in another tab or program: this is how it is now", false, undefined, "warning");
    return "asked";
  }

  /** Says that what is typed cannot be saved, as its draft is gone. */
  function refuse() {
    const problem = content.querySelector(".refusal");
    fill(problem, errorNotice(Object.assign(new Error("This draft is gone"), {
      because: "It was accepted or removed in another tab or program. What you typed is still here, but cannot be saved.",
      remedy: "Copy what you need, then go on with the next draft.",
    })), element("div", { class: "actions" },
      element("button", { type: "button", class: "button large", onclick: () => show(null, true) }, "Next draft")));
    for (const button of content.querySelectorAll(".form-actions button")) button.disabled = true;
    problem.scrollIntoView({ block: "nearest" });
    return "asked";
  }

  const first = await found(typed?.id ?? shownDraft);
  // It may have been accepted meanwhile.
  const isBack = Boolean(typed) && first?.id === typed.id;
  await present(first, false, isBack ? typed.base : {});
  if (isBack && form) {
    form.retype(typed.fields);
    if (first.version !== version) await takeOver(first);
  }
  return {
    node: element("div", { class: "page" },
      element("div", { class: "page-head" }, element("div", {}, heading, position), sure),
      content),
    isChanged: () => !isDone && Boolean(form?.isChanged()),
    typed() {
      const fields = form.values();
      return { id: draft.id, fields, base: { ...baseOf(draft, [...Object.keys(fields), ...changes.asked()]), version: changes.latest() ? draft.version : version } };
    },
    isBack,
    shown: () => changes?.show(),
    leave: forget,
    async refresh() {
      const next = await found(draft?.id);
      const isSame = next?.id === draft?.id;
      // Keep what is being typed; redraw only a page without a draft, or whose draft is gone or another one now.
      if (!isCurrent() || isTaking || (isSame && next?.version === version)) return;
      if (!form?.isChanged()) return present(next, false);
      if (!content.querySelector(".refusal").firstChild) await takeOver(next);
    },
  };
}

