// Builds elements without markup, as the page's policy forbids turning text into HTML.

// Set as properties, because their attributes are only initial values or do not reflect them.
const properties = new Set([
  "value", "checked", "disabled", "hidden", "selected", "required", "multiple", "readOnly", "open", "tabIndex",
]);

/**
 * Creates an element.
 *
 * `options` are attributes; a name that begins with `on` is a listener. Options and children that are `null`, `undefined`
 * or `false` are left out, so that a condition can be written instead of a value.
 */
export function element(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined) continue;
    if (properties.has(name)) node[name] = value;
    else if (value === false) continue;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...present(children));
  return node;
}

/** Characters that change the direction of what follows, so that a name could look like another one (Unicode, UAX 9). */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text with these shown as what they are. */
const honest = (text) => text.replace(directions, (each) => `‹U+${each.charCodeAt(0).toString(16).toUpperCase()}›`);

/** Flattens the children, drops empty ones, and hides nothing in texts. */
function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "string" ? honest(child) : child));
}

/** Fills a container. */
export function fill(container, ...children) {
  container.replaceChildren(...present(children));
  return container;
}

/**
 * Fills a container while the focus stays on the same entry: the one with the same `data-key`.
 *
 * Lists are redrawn when the vault changes, which must not throw a keyboard user back to the top.
 */
export function fillKeepingFocus(container, ...children) {
  const focused = document.activeElement;
  const key = container.contains(focused) ? focused.dataset.key : undefined;
  fill(container, ...children);
  if (key !== undefined) {
    container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
  return container;
}

let count = 0;

/** A unique id, to connect labels and descriptions with their fields. */
export function freshID(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

/** Calls `action` after a pause without further calls. */
export function debounced(milliseconds, action) {
  let timer;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
