// The page that gives this computer's certificate to a phone. It contains nothing of the vault and needs no sign-in.

import { element, fill } from "../shared/element.js";
import { icon } from "../shared/icons.js";

const devices = [
  { name: "iPhone and iPad",
    // An iPad says that it is a Mac, but no Mac has a touch screen.
    isThis: () => /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1),
    path: "/trust/cardvault.mobileconfig", action: "Get the profile", steps: [
      "Tap “Get the profile” in Safari, and allow the download.",
      "Open Settings, then “Profile Downloaded”. Tap “More Details”, then the certificate.",
      "Compare its SHA-256 with the one for iPhone in the terminal. If they differ, go back and remove the profile.",
      "If they are the same, go back and tap “Install”.",
      "Open General, About, Certificate Trust Settings, and switch “cardvault” on.",
    ] },
  { name: "Android", isThis: () => /Android/.test(navigator.userAgent),
    path: "/trust/cardvault.crt", action: "Get the certificate", steps: [
      "Tap “Get the certificate”, and keep the file.",
      "Open Settings, search for “CA certificate”, tap “Install anyway”, and choose the file.",
      "Open Trusted credentials, User, then the certificate. Compare its SHA-256 with the one for Android in the terminal. If "
        + "they differ, remove it.",
    ] },
  { name: "Computer", isThis: () => true,
    path: "/trust/cardvault.crt", action: "Get the certificate", steps: [
      "Import the file as an authority in the browser's settings: search for “certificates”.",
      "Compare its SHA-256 there with the one in the terminal, and trust it for websites only.",
    ] },
];

const guide = ({ name, path, action, steps }) => [
  element("h2", {}, name),
  // With a target, the browser handles the link instead of the router.
  element("div", {}, element("a", { class: "button primary large", href: path, target: "_self" }, action)),
  element("ol", { class: "scan-tips" }, steps.map((step) => element("li", {}, step))),
];

/** Shows the page alone in the window. */
export async function showTrust(app) {
  document.title = "Trust this computer – cardvault";
  const main = element("main", { class: "page narrow", id: "main", "aria-busy": "true" },
    element("h1", { tabIndex: -1 }, "Trust this computer"));
  fill(app, main);
  const isServed = await fetch("/trust/cardvault.crt", { cache: "no-store", credentials: "omit" }).then(({ ok }) => ok, () => false);
  main.removeAttribute("aria-busy");
  if (!isServed) {
    return main.append(element("p", { class: "notice warn" }, icon("warning"),
      "There is no certificate here: the home network is not served. To do that, start cardvault serve --lan in the terminal."));
  }
  const own = devices.find(({ isThis }) => isThis());
  main.append(
    element("p", { class: "lead" }, "Your browser warned you, as it does not know this computer yet. With this computer's certificate, "
      + "it knows, and warns you no more."),
    element("p", { class: "notice warn" }, icon("warning"), element("span", {},
      "Type no code before you have compared the certificate in your device's settings with the terminal. Nothing that this page "
      + "shows is evidence: someone in between could have changed it.")),
    element("section", { class: "panel stack" }, guide(own)),
    element("section", { class: "panel stack" },
      element("h2", {}, "Then sign in"),
      element("p", {}, "Close the browser, open this page again, and check that there is no warning. Then type the code that the terminal shows."),
      element("div", {}, element("a", { class: "button large", href: "/", target: "_self" }, "Sign in"))),
    element("details", { class: "more-fields" },
      element("summary", {}, "Another kind of device", icon("details")),
      devices.filter((each) => each !== own).map((each) => element("section", { class: "panel stack" }, guide(each)))));
}
