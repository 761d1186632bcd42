// What a person chose for scanning; remembered on this device, and it says nothing about a card.

const key = "cardvault-scan";

const usual = { picksFirst: true, sound: true, vibration: true, mode: "one", symbology: "", camera: null };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** The settings. */
export const settings = { ...usual, ...stored() };

/** Changes some of them. */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Without storage, or with a full one, they hold until the page is closed.
  }
}
