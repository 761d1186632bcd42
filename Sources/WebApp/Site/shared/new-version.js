// Loads the page again when the server is of another version: after an upgrade, the page's own files are old.

import { session } from "./api.js";
import { toast } from "./notices.js";

const reloadedKey = "cardvault-reloaded-for";

/**
 * Loads the page again, once for each version of the server.
 *
 * @param mayReload Whether nothing is lost by that; otherwise it waits, and says so once.
 */
export function reloadsWhenOutdated(mayReload) {
  let hasTold = false;
  session.addEventListener("outdated", ({ detail: version }) => {
    // A proxy that keeps old pages would make this endless.
    if (sessionStorage.getItem(reloadedKey) === version) return;
    if (!mayReload()) {
      if (!hasTold) toast("cardvault was updated. Save what you typed; this page then reloads.");
      hasTold = true;
      return;
    }
    sessionStorage.setItem(reloadedKey, version);
    location.reload();
  });
}
