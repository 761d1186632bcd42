// Passes files that the server made to the browser, to save.

import { session } from "./api.js";
import { element } from "./element.js";

/** Decodes base64, as the page's policy allows no `data:` addresses. */
export const octetsFrom = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** For some browsers, immediately would be too early. */
const keptFor = 60_000;

/** Lets the browser save a file. */
export function save({ blob, name }) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name, hidden: true });
  document.getElementById("app").append(link);
  link.click();
  link.remove();
  const timer = setTimeout(forget, keptFor);
  // After a lock, nobody can get it again.
  session.addEventListener("emptied", forget);

  function forget() {
    clearTimeout(timer);
    session.removeEventListener("emptied", forget);
    URL.revokeObjectURL(address);
  }
}
