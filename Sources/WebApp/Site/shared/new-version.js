// Reloads the page when the server has another version: after an upgrade, the page's files are outdated.

import { session } from "./api.js";
import { toast } from "./notices.js";

const reloadedKey = "cardvault-reloaded-for";

/**
 * Reloads the page once for each version of the server.
 *
 * @param mayReload Returns whether nothing would be lost; otherwise it waits, and says so once.
 */
export function reloadsWhenOutdated(mayReload) {
  let hasTold = false;
  session.addEventListener("outdated", ({ detail: version }) => {
    // A proxy that caches old pages would make this endless.
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
