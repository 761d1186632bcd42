// The page that gives this computer's certificate to a phone. It contains nothing of the vault and needs no sign-in.

import { element, fill } from "../shared/element.js";

const steps = [
  ["iPhone and iPad", "/trust/cardvault.mobileconfig", "Get the profile", [
    "Tap “Get the profile” in Safari, and allow the download.",
    "Open Settings, then “Profile Downloaded”. Tap “More Details” and the certificate, and compare the fingerprint.",
    "If it is the same, go back and tap “Install”.",
    "Open General, About, Certificate Trust Settings, and switch “cardvault” on.",
  ]],
  ["Android", "/trust/cardvault.crt", "Get the certificate", [
    "Tap “Get the certificate”, and keep the file.",
    "Open Settings, search for “CA certificate”, tap “Install anyway”, and choose the file.",
    "Open Trusted credentials, User, then the certificate, and compare the SHA-256 fingerprint. If it is different, remove it.",
  ]],
  ["Computer", "/trust/cardvault.crt", "Get the certificate", [
    "Import the file as an authority in the browser's settings: search for “certificates”.",
    "Compare its SHA-256 fingerprint there, and trust it for websites only.",
  ]],
];

function fingerprintWords({ fingerprint }) {
  return [
    element("p", {}, "The SHA-256 fingerprint should be:"),
    element("p", { class: "payload fingerprint" }, fingerprint),
    element("p", {}, "Compare what your device shows with the terminal, not only with this page: someone in "
      + "between could have changed both this page and the certificate."),
  ];
}

/** Shows the page alone in the window. */
export async function showTrust(app) {
  document.title = "Trust this computer – cardvault";
  const words = element("div", { class: "stack", "aria-busy": "true" });
  fill(app, element("main", { class: "page narrow", id: "main" },
    element("h1", { tabIndex: -1 }, "Trust this computer"),
    element("section", { class: "panel stack" },
      element("p", {}, "Your device does not know this computer yet, so its browser warns you. Once it has this computer's "
        + "certificate, it knows who it is talking to. The certificate is valid for this computer alone, and nobody can make "
        + "another one with it."),
      words),
    element("section", { class: "panel stack" },
      element("h2", {}, "Do not just click through the warning"),
      element("p", {}, "That protects against someone who only listens. It does not protect against someone in "
        + "between who pretends to be this computer: they would see the code that you type, and then all your cards.")),
    steps.map(([title, path, action, list]) => element("section", { class: "panel stack" },
      element("h2", {}, title),
      element("ol", { class: "scan-tips" }, list.map((step) => element("li", {}, step))),
      // With a target, the browser handles the link instead of the router.
      element("div", {}, element("a", { class: "button", href: path, target: "_self" }, action)))),
    element("section", { class: "panel stack" },
      element("h2", {}, "Then sign in"),
      element("p", {}, "Close the browser, open this address again, and check that the warning is gone. Type the "
        + "code that the terminal shows."),
      element("div", {}, element("a", { class: "button primary large", href: "/", target: "_self" }, "Sign in")))));
  try {
    const answer = await fetch("/trust/certificate.json", { cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error("not served");
    fill(words, fingerprintWords(await answer.json()));
  } catch {
    fill(words, element("p", {}, "There is no certificate here: the home network is not served. To do that, start "
      + "cardvault serve --lan in the terminal."));
  }
  words.removeAttribute("aria-busy");
}
