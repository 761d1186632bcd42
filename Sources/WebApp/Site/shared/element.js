// Builds elements without markup: the page's policy forbids every way of turning text into HTML.

// These are set as properties, because their attributes only hold the initial value or do not reflect it.
const properties = new Set([
  "value", "checked", "disabled", "hidden", "selected", "required", "multiple", "readOnly", "open", "tabIndex",
]);

/**
 * Creates an element.
 *
 * `options` are attributes; a name that begins with `on` is a listener. `null`, `undefined` and `false` are left out,
 * for options as well as for children, so that a condition can be written in place of a value.
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

/** The children that are there, flattened. */
function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Fills a container. */
export function fill(container, ...children) {
  container.replaceChildren(...present(children));
  return container;
}

/**
 * Fills a container while the focus stays on the same entry: the one with the same `data-key`.
 *
 * Lists are drawn again when the vault changes; a keyboard user must not be thrown back to the top by that.
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

/** An id that is used once, to tie labels and descriptions to their fields. */
export function freshID(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

/** Calls `action` when nothing more has happened for a while. */
export function debounced(milliseconds, action) {
  let timer;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
  later.cancel = () => clearTimeout(timer);
  return later;
}
