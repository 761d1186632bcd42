// Every state of a scan except running, by name: what the person reads, and what they can do.

/**
 * What a person can do in a state: `allow` asks the browser for the camera, `again` and `goOn` restart it, `type` and
 * `photos` lead to what always works, `help` to tips, and `cancel` goes back.
 */
export const ways = {
  allow: { words: "Allow camera", icon: "camera" },
  again: { words: "Try again", icon: "camera" },
  goOn: { words: "Continue scanning", icon: "camera", does: "again" },
  type: { words: "Type it instead", icon: "type", path: "/type" },
  photos: { words: "Use photos", icon: "photo", path: "/import" },
  help: { words: "Not scanning?", icon: "details", path: "/scan-help" },
  cancel: { words: "Cancel", icon: "close" },
};

const failed = { icon: "warning", tone: "bad", ways: ["again", "type", "photos", "cancel"] };
/** The person has to allow the camera first, so typing is suggested. */
const forbidden = { ...failed, ways: ["type", "photos", "again", "cancel"] };
const paused = { icon: "clock", title: "Scanning is paused" };

/**
 * The states. The first of the `ways` is suggested; `asks` are steps that depend on the browser; `tone` is `bad` if
 * something went wrong.
 */
export const states = {
  "not-asked": {
    icon: "camera", title: "Scan a card with the camera",
    words: [
      "Hold a card up, and its code is in your vault: quicker than typing a long number, and without mistakes.",
      "Pictures are read on this device and never saved. Your browser asks you next whether it may use the camera.",
    ],
    ways: ["allow", "type", "photos", "cancel"],
  },
  asked: {
    icon: "camera", title: "Your browser is asking",
    words: ["Choose “Allow” in the question that your browser shows, usually near the address."],
    ways: ["type", "photos", "again", "cancel"],
  },
  starting: { icon: "camera", title: "Starting the camera", words: ["This takes a moment."], ways: ["type", "photos", "cancel"] },
  denied: {
    ...forbidden, title: "The camera is not allowed here",
    words: ["You can type the number or use photos. To scan, allow the camera; this page notices it by itself."],
    asks: true,
  },
  dismissed: {
    icon: "camera", title: "The question was closed",
    words: ["Your browser asked for the camera, and got no answer. It asks again when you try again."],
    ways: ["allow", "type", "photos", "cancel"],
  },
  revoked: {
    ...forbidden, title: "Permission for the camera was withdrawn",
    words: ["What you found is kept. To continue, allow the camera; this page notices it by itself."],
    asks: true,
  },
  policy: {
    ...forbidden, title: "The camera is restricted on this device",
    words: ["The device's settings, or its administrator, do not let the browser use the camera. On a phone or a "
      + "computer of your own, look in the system's privacy settings under Camera."],
  },
  "no-camera": {
    icon: "camera", tone: "bad", title: "No camera found",
    words: ["This device has no camera, or it is switched off or not plugged in. This page notices when you connect one."],
    ways: ["photos", "type", "again", "cancel"],
  },
  busy: {
    ...failed, title: "The camera is busy",
    words: ["Another program or tab is using it, such as a video call. Close that, then try again."],
  },
  insecure: {
    ...failed, title: "Browsers do not allow the camera at this address",
    words: ["A camera needs an address that begins with https, or one of this machine itself. Open cardvault at "
      + "127.0.0.1 on the machine that it runs on, or from elsewhere with cardvault serve --lan."],
    ways: ["photos", "type", "cancel"],
  },
  lost: {
    ...failed, title: "The camera stopped",
    words: ["It was unplugged, or a call or another program took it. What you found is kept."],
  },
  muted: {
    ...failed, title: "The camera sends no picture",
    words: ["It may be covered by a slider, switched off with a key, or held by a call. Scanning continues by itself when "
      + "the picture is back."],
  },
  slow: {
    ...failed, icon: "clock", title: "The camera does not start",
    words: ["It did not send a picture within 6 seconds. Try again, or choose another camera."],
  },
  hidden: {
    ...paused, icon: "eye",
    words: ["The camera was switched off when you left this page. What you found is kept."],
    ways: ["goOn", "type", "photos", "cancel"],
  },
  idle: {
    ...paused, words: ["Nothing was found for a while, so the camera was switched off. What you found is kept."],
    ways: ["goOn", "help", "type", "photos", "cancel"],
  },
  next: { icon: "camera", title: "Ready for the next card", words: ["The camera is off."], ways: ["goOn", "type", "photos", "cancel"] },
  locked: {
    icon: "lock", title: "The vault is locked",
    words: ["The camera was switched off. Unlock the vault, then continue scanning."],
    ways: ["goOn", "cancel"],
  },
  unread: {
    ...failed, title: "Pictures cannot be read now",
    words: ["The program that reads the camera's pictures does not answer. What you found is kept."],
  },
  unsupported: {
    ...failed, title: "This browser cannot scan",
    words: ["Scanning works in Chrome, Edge and other Chromium browsers from 94, in Firefox from 132, and in Safari from "
      + "16.4. Browsers inside other apps, such as messengers, often have no camera: open this page in a normal browser."],
    ways: ["type", "photos", "cancel"],
  },
};

const tryAgain = "Come back, and choose “Try again”.";

/** How to allow the camera again, in the words of each browser. */
const steps = {
  firefox: () => [
    "Click the crossed-out camera in front of the address.",
    "Remove the block beside “Use the camera”.",
    tryAgain,
  ],
  firefoxOnAndroid: () => [
    "Tap the lock or the shield in front of the address.",
    "Beside Camera, tap Blocked, so that it says Allowed; if it is not listed, open Android's Settings, then Apps, "
      + "Firefox, Permissions, and allow the camera.",
    tryAgain,
  ],
  safari: (host) => [
    `Choose Safari, then Settings for ${host}; on an iPhone, tap the page icon in the address bar, then Website Settings.`,
    "Set Camera to Allow, or to Ask.",
    tryAgain,
  ],
  // These all use Safari's engine and have no settings for sites: the device decides for the whole app.
  onAppleDevices: (_, app) => [
    `Open the device's Settings, then Apps, and ${app}; on older devices, ${app} is in the first list.`,
    "Switch Camera on.",
    tryAgain,
  ],
  chromium: () => [
    "Click the icon in front of the address.",
    "Switch Camera on; if it is not listed, choose Permissions or Site settings, then Camera.",
    "Come back: scanning starts by itself.",
  ],
};

/** Other browsers on iPhones and iPads, by their names in the user agent. */
const appleApps = { CriOS: "Chrome", FxiOS: "Firefox", EdgiOS: "Edge" };

/** The steps for a browser, on the page of a host. */
export function stepsFor(userAgent = navigator.userAgent, host = location.hostname) {
  const app = appleApps[/CriOS|FxiOS|EdgiOS/.exec(userAgent)?.[0]];
  if (app) return steps.onAppleDevices(host, app);
  if (/Firefox/.test(userAgent)) return /Android/.test(userAgent) ? steps.firefoxOnAndroid() : steps.firefox();
  if (/Safari/.test(userAgent) && !/Chrom|Edg|OPR|Android/.test(userAgent)) return steps.safari(host);
  return steps.chromium();
}

/** The state in which the browser cannot scan at all; `null` if it can. */
export function obstacle() {
  if (!isSecureContext) return "insecure";
  if (!navigator.mediaDevices?.getUserMedia || !("requestVideoFrameCallback" in HTMLVideoElement.prototype)) return "unsupported";
  const policy = document.permissionsPolicy ?? document.featurePolicy;
  return policy?.allowsFeature?.("camera") === false ? "policy" : null;
}

/** The camera's permission, with a `state` of `granted`, `denied` or `prompt`; `null` if the browser does not say. */
export async function permission() {
  try {
    return await navigator.permissions.query({ name: "camera" });
  } catch {
    return null;
  }
}

/** The state for an error of `getUserMedia`, or of the server, from which the sample camera gets its code. */
export async function stateOf(error) {
  if ("endsSession" in error) return error.endsSession ? "locked" : "unread";
  switch (error.name) {
    case "NotAllowedError":
    case "PermissionDeniedError":
      // Denied and dismissed are the same error; the permission distinguishes them.
      if (/system|policy/i.test(error.message)) return "policy";
      return (await permission())?.state === "prompt" ? "dismissed" : "denied";
    case "SecurityError": return "policy";
    case "NotFoundError":
    case "OverconstrainedError":
    case "DevicesNotFoundError": return "no-camera";
    case "TimeoutError": return "slow";
    case "NotSupportedError":
    case "TypeError": return "unsupported";
    // NotReadableError and AbortError: the device exists, but cannot be opened.
    default: return "busy";
  }
}
