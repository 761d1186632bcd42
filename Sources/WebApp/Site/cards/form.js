// The fields of a card, for review, editing and typing. Only fields that were changed are sent.

import { get } from "../shared/api.js";
import { codeField } from "./code-field.js";
import { element, fill, freshID } from "../shared/element.js";
import { clearProblem, errorWords, focusFirst, refuse, showProblem } from "../shared/field-problem.js";
import { attempt } from "../shared/notices.js";
import { inlineScanner, unsureNote } from "../scan/inline-scanner.js";
import { tagField } from "./tag-field.js";
import { icon } from "../shared/icons.js";
import { paint } from "./colour.js";
import { capitalised } from "../shared/words.js";

/** A checkbox with the role of a switch. */
function toggle(label, isOn, changed) {
  const id = freshID("switch");
  const input = element("input", { id, type: "checkbox", role: "switch", class: "switch", checked: isOn, onchange: changed });
  return { input, node: element("div", { class: "switch-line" }, element("label", { for: id }, label), input) };
}

/** A text field; `area` makes it multi-line. */
function text(label, value, changed, { hint, area, ...options } = {}) {
  const id = freshID("field");
  const input = element(area ? "textarea" : "input", {
    id, value, autocomplete: "off", dir: "auto", oninput: changed, "aria-describedby": hint ? `${id}-hint` : null, ...options,
  });
  return { input, node: element("div", { class: "field" }, element("label", { for: id }, label), input,
    hint && element("p", { id: `${id}-hint`, class: "hint" }, hint)) };
}

/** The printed number, which a code may contain as well. */
function printedNumber(value, changed) {
  const doubt = element("div", { role: "status" });
  const field = text("Printed number", value, () => {
    fill(doubt);
    changed();
  }, { hint: "If it differs from the code.", spellcheck: "false" });
  const { input } = field;
  const scanning = inlineScanner({
    title: "Scan the printed number",
    filled(found) {
      input.value = found.text;
      // As if it had been typed, which clears remarks about the previous number.
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (!found.sure) fill(doubt, unsureNote());
      input.focus();
    },
    type: () => input.focus(),
  });
  field.node.append(scanning.node, doubt);
  return { ...field, stop: scanning.stop };
}

/** A date with a switch. */
function date(label, value, changed) {
  const day = element("input", { type: "date", value: value?.slice(0, 10) ?? "", "aria-label": `${label}: date`, oninput: changed });
  const onOff = toggle(label, Boolean(value), () => {
    day.hidden = !onOff.input.checked;
    clearProblem(day);
    if (!day.hidden) day.focus();
    changed();
  });
  day.hidden = !value;
  return {
    input: day,
    node: element("div", { class: "date-field" }, onOff.node, day),
    value: () => (onOff.input.checked ? day.value : ""),
    retype(value) {
      day.value = value;
      onOff.input.checked = value !== "";
      day.hidden = value === "";
    },
    // A date that is half typed has no value, but must not count as none.
    unfinished: () => (onOff.input.checked && !day.value ? day : null),
  };
}

function select(label, names, value, changed) {
  const id = freshID("select");
  const input = element("select", { id, onchange: changed },
    names.map((name) => element("option", { value: name, selected: name === value }, capitalised(name))));
  return { input, node: element("div", { class: "field" }, element("label", { for: id }, label), input) };
}

/** The colours as swatches, each with its name. */
function colours(card, offered, changed) {
  const name = freshID("colour");
  const own = card.colour && !offered.some((each) => each.value === card.colour) ? [{ name: "This card's", value: card.colour }] : [];
  const swatch = (each) => element("label", { class: "swatch" },
    element("input", { type: "radio", name, value: each.value, checked: (card.colour ?? "") === each.value, onchange: changed }),
    each.value
      ? paint(element("span", { class: "swatch-colour" }, icon("check")), { colour: each.value })
      : element("span", { class: "swatch-colour none" }, icon("check")),
    element("span", { class: "swatch-name" }, each.name));
  const node = element("fieldset", { class: "field" }, element("legend", {}, "Colour"),
    element("div", { class: "swatches" }, [{ name: "None", value: "" }, ...own, ...offered].map(swatch)));
  return {
    node,
    value: () => node.querySelector("input:checked")?.value ?? "",
    retype(value) {
      for (const input of node.querySelectorAll("input")) input.checked = input.value === value;
    },
  };
}

/** The PIN; a stored one is fetched only on request. */
function pinField(card, changed) {
  const field = text("PIN", "", changed, { spellcheck: "false", autocapitalize: "none", class: "secret" });
  let initial = "";
  if (card.hasPIN) {
    field.input.disabled = true;
    field.input.placeholder = "••••";
    const button = element("button", { type: "button", class: "button small", onclick: () => attempt(async () => {
      initial = (await get("pin", { id: card.id })).pin;
      field.input.value = initial;
      field.input.disabled = false;
      field.input.focus();
      button.remove();
    }) }, icon("eye"), "Show the PIN to change it");
    field.node.append(button);
  }
  return {
    ...field,
    initial: () => initial,
    isChanged: () => !field.input.disabled && field.input.value !== initial,
    retype(value) {
      field.input.disabled = false;
      field.input.value = value;
      field.node.querySelector("button")?.remove();
    },
  };
}

/**
 * All fields of a card.
 *
 * @param card The card, or an empty one.
 * @param kinds The server's answer to `kinds`.
 */
export function cardForm({ card, kinds, suggestedTags = [], isNew = false, isReview = false }) {
  let isChanged = false;
  const changed = () => (isChanged = true);
  // As on the server: the first code with missing digits, or else the first.
  const typedCode = card.codes?.find((each) => each.incomplete) ?? card.codes?.[0] ?? null;
  const code = codeField({
    code: typedCode, symbologies: kinds.symbologies, replacing: isNew ? undefined : card.id, changed,
    isOptional: isNew || !card.codes?.length, isSure: isReview && !card.doubts?.length,
  });
  const name = text("Name", card.name ?? "", changed, { class: "name-input", enterkeyhint: "done" });
  // A suggested name is selected, so that typing replaces it.
  if (isReview) name.input.addEventListener("focus", () => !isChanged && name.input.select());
  const tags = tagField(card.tags ?? [], suggestedTags, changed);
  const expires = date("Expires", card.expires, changed);
  const validFrom = date("Valid from", card.validFrom, changed);
  const oneTime = toggle("One-time: hide it after use", card.oneTime ?? false, changed);
  const favourite = toggle("Favourite", card.favourite ?? false, changed);
  const archived = toggle("Archived", card.state === "archived", changed);
  const kind = select("Kind of card", kinds.kinds, card.kind ?? "loyalty", changed);
  const balance = text("Balance", card.balance?.shown ?? "", changed, { hint: "Such as 12.50 EUR, or 300 for points." });
  const note = text("Note", card.note ?? "", changed, { area: true, rows: "3" });
  const number = printedNumber(card.number ?? "", changed);
  const holder = text("Holder", card.holder ?? "", changed);
  const web = text("Web address", card.webAddress ?? "", changed, { inputmode: "url", spellcheck: "false", autocapitalize: "none" });
  const pin = pinField(card, changed);
  const colour = colours(card, kinds.colours ?? [], changed);

  // A draft without a code has only its number, for which the kind of barcode is chosen.
  const comparesNumber = isReview && !card.codes?.length && Boolean(card.number);

  const plain = [
    ["name", name.input, card.name ?? ""], ["note", note.input, card.note ?? ""], ["number", number.input, card.number ?? ""],
    ["holder", holder.input, card.holder ?? ""], ["webAddress", web.input, card.webAddress ?? ""],
    ["balance", balance.input, card.balance?.shown ?? ""], ["kind", kind.input, card.kind ?? "loyalty"],
  ];
  const switches = [
    ["oneTime", oneTime.input, card.oneTime ?? false], ["favourite", favourite.input, card.favourite ?? false],
    ["archived", archived.input, card.state === "archived"],
  ];

  function values() {
    const fields = { ...code.values() };
    for (const [field, input, before] of plain) if (input.value.trim() !== before) fields[field] = input.value.trim();
    for (const [field, input, before] of switches) if (input.checked !== before) fields[field] = input.checked;
    const [before, now] = [card.tags ?? [], tags.value()];
    const change = { add: now.filter((tag) => !before.includes(tag)), remove: before.filter((tag) => !now.includes(tag)) };
    if (change.add.length || change.remove.length) fields.tags = change;
    for (const [field, input] of [["expires", expires], ["validFrom", validFrom]]) {
      if (input.value() !== (card[field]?.slice(0, 10) ?? "")) fields[field] = input.value();
    }
    if (colour.value() !== (card.colour ?? "")) fields.colour = colour.value();
    if (pin.isChanged()) fields.pin = pin.input.value;
    return fields;
  }

  /** Types again what `values` had before the page was emptied. */
  function retype(fields) {
    for (const [field, input] of plain) if (field in fields) input.value = fields[field];
    for (const [field, input] of switches) if (field in fields) input.checked = fields[field];
    const others = { code, pin, colour, tags, expires, validFrom };
    for (const [field, input] of Object.entries(others)) if (field in fields) input.retype(fields[field], fields);
    changed();
  }

  /**
   * Checks what needs no server, marks each wrong field, and focuses the first.
   *
   * @param isDraft Whether it stays a draft, which may be unfinished.
   * @param checksCode Whether an unchanged code is checked too.
   */
  async function isFine({ isDraft = false, checksCode = false } = {}) {
    const wrong = [];
    for (const day of [expires, validFrom].map((each) => each.unfinished()).filter(Boolean)) {
      showProblem(day, "Finish the date, or switch it off.");
      wrong.push(day);
    }
    if (!isDraft && name.input.value.trim() === "") {
      showProblem(name.input, "Give the card a name.");
      wrong.push(name.input);
    }
    if (!isDraft && (checksCode || Object.keys(code.values()).length > 0) && (await code.settled())) wrong.push(code.input);
    focusFirst(wrong);
    if (wrong[0] === code.input && wrong.length === 1) code.focus();
    return wrong.length === 0;
  }

  const titles = {
    code: "Code", number: "Printed number", webAddress: "Web address", validFrom: "Valid from", oneTime: "One-time", pin: "PIN",
  };

  const codeWords = (each) => `${each.text} (${each.symbology})`;
  const masked = (secret) => (secret === "" ? "" : "••••");
  const onOff = (value) => (value ? "on" : "off");
  const isIn = (codes, code) => codes.some((each) => each.text === code.text && each.symbology === code.symbology);

  /** Whether the code that the form shows is not on the card any more. */
  const isCodeGone = (now) => typedCode !== null && !isIn(now.codes ?? [], typedCode);

  /** What the form has in a field, as it is sent and as a person reads it, and what a card has there. */
  const compared = {
    code: {
      mine: () => code.values().code ?? code.input.value,
      theirs: (of) => (of.codes ?? []).map(codeWords).join(", "),
      // Only the code that the form shows counts: another one stays as it is. If it is gone, the typed one can be added.
      isChanged: (now) => isCodeGone(now) && code.input.value.trim() !== ""
        && !(now.codes ?? []).some((each) => each.text === code.input.value.trim() && [each.symbology, ""].includes(code.kind())),
    },
    pin: {
      mine: () => pin.input.value,
      said: () => masked(pin.input.value),
      theirs: (of) => masked(of.pin ?? "•"),
      isChanged: (now) => now.pin !== pin.initial() && now.pin !== pin.input.value,
    },
    colour: { mine: colour.value, theirs: (of) => of.colour ?? "" },
    ...Object.fromEntries(plain.map(([field, input]) => [field, {
      mine: () => input.value.trim(),
      theirs: (of) => (field === "balance" ? of.balance?.shown : of[field]) ?? (field === "kind" ? "loyalty" : ""),
    }])),
    ...Object.fromEntries(switches.map(([field, input]) => [field, {
      mine: () => input.checked,
      said: () => onOff(input.checked),
      theirs: (of) => onOff(field === "archived" ? of.state === "archived" : of[field]),
    }])),
    ...Object.fromEntries([["expires", expires], ["validFrom", validFrom]].map(([field, input]) => [field, {
      mine: input.value,
      theirs: (of) => of[field]?.slice(0, 10) ?? "",
    }])),
  };

  /**
   * The fields that were changed here and, to something else, on the card as it is now; tags of both are kept.
   *
   * @param asked Fields that were asked about before: what is in them was decided on, even if it is the first text again.
   */
  function conflicts(now, asked = []) {
    const changed = Object.keys(values()).filter((field) => compared[field]);
    return [...new Set([...changed, ...asked])].flatMap((field) => {
      const { mine, theirs, said = mine, isChanged = (now) => theirs(card) !== theirs(now) } = compared[field];
      if (!isChanged(now) || (!["code", "pin"].includes(field) && theirs(now) === said())) return [];
      return [{ field, title: titles[field] ?? capitalised(field), theirs: theirs(now), mine: said(), value: mine() }];
    });
  }

  const inputs = {
    ...Object.fromEntries(plain.map(([field, input]) => [field, input])),
    code: code.input, pin: pin.input, tags: tags.input, expires: expires.input, validFrom: validFrom.input,
  };

  /** Shows a refusal by the server beside its field; `false` if it is about no visible field. */
  function showsRefusal(error) {
    const input = inputs[error.field];
    if (!input?.isConnected || input.hidden) return false;
    refuse(input, errorWords(error));
    return true;
  }

  const [usual, others] = [
    [kind.node, balance.node, oneTime.node, note.node, pin.node],
    [!comparesNumber && number.node, holder.node, web.node, validFrom.node, favourite.node, !isReview && archived.node, colour.node],
  ];
  return {
    code,
    name: name.input,
    main: [comparesNumber && number.node, name.node, tags.node, expires.node],
    more: element("details", { class: "more-fields" },
      element("summary", {}, "More fields", icon("details")),
      element("div", { class: "fields" }, usual, others)),
    values,
    retype,
    conflicts,
    isCodeGone,
    isFine,
    showsRefusal,
    isChanged: () => isChanged,
    stop() {
      code.stop();
      number.stop();
    },
  };
}
