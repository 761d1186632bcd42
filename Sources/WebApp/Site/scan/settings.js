// A person's settings for scanning, remembered on this device. They reveal nothing about a card.

const key = "cardvault-scan";

const usual = { picksFirst: true, sound: true, vibration: true, mode: "one", pinned: "", camera: null };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** The current settings. */
export const settings = { ...usual, ...stored() };

/** Changes some settings. */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Without storage, or if it is full, they last until the page is closed.
  }
}
