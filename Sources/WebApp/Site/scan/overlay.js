// The outlines over the picture. Each is also a button, so that a code can be chosen by finger, mouse or keyboard.

import { element } from "../shared/element.js";
import { arranged, boxAround } from "./labels.js";

/** How long an outline stays after its code was last seen, so that it does not flicker. */
const lingering = 100;
/** For an outline with the focus: a person at the keyboard needs time to press it. */
const lingeringFocus = 3_000;

const namespace = "http://www.w3.org/2000/svg";

/** "EAN-13, ending 4457" */
export const codeWords = (code) => [code.symbology, code.ending && `ending ${code.ending}`].filter(Boolean).join(", ");

function remark(code) {
  if (code.remark) return code.remark;
  if (code.known) return `In your vault: ${code.known.name}`;
  return code.sure ? codeWords(code) : `${Math.round(code.confidence * 100)} % sure: compare it with the card`;
}

/**
 * The overlay.
 *
 * @param picked Called with the code whose outline is pressed.
 * @param covered Returns the box of the words that are shown over the picture.
 */
export function overlay(picked, covered) {
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("class", "scan-outlines");
  drawing.setAttribute("aria-hidden", "true");
  const buttons = element("div", { class: "scan-codes", role: "group", "aria-label": "Codes in view" });
  const shown = new Map();
  // Below the outlines.
  const ghost = document.createElementNS(namespace, "g");
  ghost.setAttribute("class", "scan-ghost");
  // A light line on a dark one is visible on any picture.
  const lines = ["ground", "line"].map((name) => {
    const line = document.createElementNS(namespace, "polygon");
    line.setAttribute("class", name);
    return line;
  });
  ghost.append(...lines);

  function make(code) {
    const shape = document.createElementNS(namespace, "polygon");
    const label = element("span", { class: "scan-label" });
    const entry = { code, shape, label };
    entry.button = element("button", { type: "button", class: "scan-code", "data-key": code.key, onclick: () => picked(entry.code) }, label);
    drawing.append(shape);
    buttons.append(entry.button);
    shown.set(code.key, entry);
    return entry;
  }

  const draw = (shape, points) =>
    shape.setAttribute("points", points.map((point) => point.map(Math.round).join(",")).join(" "));

  const set = (node, name, value) => node.style.setProperty(name, `${Math.round(value)}px`);

  function position({ button, shape, box }, points) {
    draw(shape, points);
    set(button, "--left", box.left);
    set(button, "--top", box.top);
    set(button, "--width", box.right - box.left);
    set(button, "--height", box.bottom - box.top);
  }

  /** Places the labels of all outlines, so that each code and each label stays visible. */
  function arrange() {
    const entries = [...shown.values()];
    const codes = entries.map(({ box, label, spot }) => ({ box, size: { width: label.offsetWidth, height: label.offsetHeight }, former: spot }));
    const places = arranged(codes, { width: drawing.clientWidth, height: drawing.clientHeight }, covered());
    entries.forEach((entry, index) => {
      const place = places[index];
      entry.spot = place?.spot;
      // Where there is no place, the outline alone is shown; the label stays the button's name.
      entry.label.classList.toggle("unplaced", !place);
      set(entry.label, "--x", (place?.left ?? entry.box.left) - entry.box.left);
      set(entry.label, "--y", (place?.top ?? entry.box.top) - entry.box.top);
    });
  }

  function remove(key) {
    const entry = shown.get(key);
    if (!entry) return;
    clearTimeout(entry.timer);
    entry.shape.remove();
    entry.button.remove();
    shown.delete(key);
  }

  return {
    nodes: [drawing, buttons],
    /** Shows codes, each with its `corners` in the box; outlines of missing codes linger. */
    show(codes) {
      for (const code of codes) {
        const entry = shown.get(code.key) ?? make(code);
        clearTimeout(entry.timer);
        entry.timer = null;
        entry.code = code;
        const kind = code.remark || code.known ? "known" : code.sure ? "sure" : "doubtful";
        entry.shape.setAttribute("class", kind);
        entry.button.dataset.kind = kind;
        const words = remark(code);
        // Otherwise screen readers would repeat it, as the label of a focused button.
        if (entry.label.textContent !== words) entry.label.textContent = words;
        entry.box = boxAround(code.corners);
        position(entry, code.corners);
      }
      arrange();
      const here = new Set(codes.map((code) => code.key));
      for (const [key, entry] of shown) {
        if (here.has(key) || entry.timer) continue;
        const isFocused = document.activeElement === entry.button;
        entry.timer = setTimeout(() => remove(key), isFocused ? lingeringFocus : lingering);
      }
    },
    /** Shows where a code should be held, as a dashed outline; `null` hides it. */
    showTarget(corners) {
      if (!corners) return ghost.remove();
      for (const line of lines) draw(line, corners);
      if (!ghost.isConnected) drawing.prepend(ghost);
    },
    clear() {
      ghost.remove();
      for (const key of [...shown.keys()]) remove(key);
    },
  };
}
