// A scanner: asks for the camera, shows its picture, reads it, and passes on the codes that are picked. Used by the page
// for scanning and beside number fields.

import { call, callQuietly, session } from "../shared/api.js";
import { element } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce } from "../shared/notices.js";
import { camera, cameras } from "./camera.js";
import { candidates } from "./candidates.js";
import { controls } from "./controls.js";
import { reading } from "./loop.js";
import { codeWords, overlay } from "./overlay.js";
import { panel } from "./panel.js";
import { settings } from "./settings.js";
import { endSignals, prepareSignals, signal } from "./signals.js";
import { stage } from "./stage.js";
import { obstacle, permission, states } from "./states.js";
import { keptAwake } from "../shared/wake-lock.js";

/** The camera is switched off after this long without a new code, and how often that is checked. */
const idleTimeout = 120_000;
const lookTime = 1_000;
/** A code of another kind is offered for this long after it was seen, as the hand that presses the button held the card. */
const offerTime = 4_000;
/** States without cameras to choose from, or before they have names. */
const withoutChooser = ["not-asked", "asked", "denied", "dismissed", "policy", "no-camera", "insecure", "unsupported"];
/** States in which the person may have allowed the camera meanwhile. */
const retried = ["denied", "revoked", "dismissed"];
/** States in which the camera is on or about to be. */
const live = ["running", "starting", "muted"];

/** Counts scans for this device's statistics; failing to count is not an error. */
const count = (name, body) => callQuietly(name, body).catch(() => {});

/** Counts a scan that got no picture. */
const countFailure = (reason) => count("scan-failed", { reason });

/**
 * Counts a code that was taken.
 *
 * @param key Its key, from which the server knows its kind.
 * @param time Milliseconds since the first picture for the first code of a scan, `null` for later ones.
 */
const countFound = (key, time) => count("scan-found", { key, ...(time !== null && { milliseconds: Math.round(time) }) });

/**
 * Makes a scanner.
 *
 * @param take Called with a picked code; returns `found`, `known`, `again` (already scanned) or `failed`.
 * @param wanted Returns what to look for, in the server's terms; empty for everything.
 * @param noun Returns the same in words, such as "barcode".
 * @param question Returns the words that offer a code of another kind.
 * @param remark Returns words about a code in view, such as that it was already scanned.
 * @param cancel Goes back.
 * @param isInForm Whether it is part of a form, with a button that closes it.
 * @param type Moves to the field on this page for typing instead, if there is one.
 * @param sample Makes the sample camera's stream, if the server has one.
 * @param tools More buttons beside Cancel.
 */
export function scanner({
  take, wanted = () => "", noun = () => "barcode", question, remark = () => null, cancel, isInForm = false, type, sample, tools = [],
}) {
  let state = null;
  let stopReading = () => {};
  let letSleep = () => {};
  let isPaused = false;
  /** Whether settings are open above the picture. */
  let isCovered = false;
  /** The code of another kind that is offered, and when it was last seen. */
  let offered = null;
  let offeredAt = 0;
  let usesSample = false;
  let newAt = 0;
  /** When the first picture arrived; `null` before that, and after a code was taken. */
  let pictureAt = null;
  let hasReader = false;
  let hasEnded = false;
  let isReopening = false;
  let allowed = null;
  const seen = candidates();
  // Raw brightness is always accepted; the server asks for JPEG if pictures come over a network.
  let isPacked = false;

  const video = element("video", { class: "scan-video", playsinline: true, muted: true, "aria-label": "The camera's picture" });
  video.muted = true;
  const press = (code) => {
    prepareSignals();
    pick(code);
  };
  const outlines = overlay(press, () => shown.covered);
  const shown = stage(video, outlines.nodes, noun, accept);
  const device = camera(video, {
    failed: (name) => stopWith(name),
    muted: (isMuted) => (isMuted ? isRunning() && pauseWith("muted") : state === "muted" && resume()),
    changed: () => setting.update(),
  });
  const setting = controls(device, shown, () => open(false));
  const words = panel({ allow: () => open(), again: () => open(), cancel, type }, sample && (() => open(true)));
  // The panel has a Cancel button of its own.
  const leaving = element("button", { type: "button", class: "button scan-cancel", hidden: true, onclick: cancel }, icon("close"), element("span", {}, "Cancel"));
  const node = element("div", { class: "scanner" }, words.node, shown.node,
    element("div", { class: "scan-bar" }, leaving, isInForm && setting.chooser, setting.torch, tools), setting.zooming);

  const isRunning = () => state === "running";

  function show(name, error = null) {
    if (hasEnded) return;
    const isNew = state !== name;
    state = node.dataset.state = name;
    const isVisible = name === "running";
    // Some browsers play only a video that is laid out, so it is present but invisible until there is a picture.
    const isComing = ["asked", "starting", "muted"].includes(name);
    shown.node.hidden = !isVisible && !isComing;
    leaving.hidden = !isVisible || isInForm;
    // On phones, the picture then fills the screen.
    if (!isInForm) document.body.classList.toggle("scanning", isVisible);
    shown.node.inert = isComing;
    shown.node.classList.toggle("coming", isComing);
    words.node.hidden = isVisible;
    setting.chooser.hidden = withoutChooser.includes(name);
    if (!setting.chooser.hidden) setting.list();
    if (isVisible) return;
    words.show(name, error);
    if (!isNew) return;
    if (name !== "not-asked") announce(`${states[name].title}. ${states[name].words[0]}`);
    const isBad = states[name].tone === "bad";
    if (isBad) signal("failed");
    if (isBad || name === "dismissed") countFailure(name);
  }

  function rest() {
    stopReading();
    stopReading = () => {};
    letSleep();
    letSleep = () => {};
    outlines.clear();
    shown.showLocated(null);
  }

  /** Ends the server's reader, which otherwise ends by itself later. */
  function done() {
    if (!hasReader) return;
    hasReader = false;
    callQuietly("scan-done").catch(() => {});
  }

  function stop() {
    rest();
    device.stop();
    setting.forget();
    done();
  }

  /** Stops reading and the camera at once, and says why. */
  function stopWith(name, error) {
    stop();
    show(name, error);
  }

  /** Pauses while the camera stays on, as it may send pictures again. */
  function pauseWith(name) {
    rest();
    show(name);
  }

  function resume() {
    show("running");
    // Some browsers stop a hidden video.
    video.play().catch(() => {});
    newAt = performance.now();
    letSleep = keptAwake();
    shown.mirrored = device.isMirrored;
    stopReading = reading(video, {
      part: () => (isPaused || isCovered ? null : shown.part()), wanted, isPacked: () => isPacked, on: { read, failed },
    });
  }

  async function open(isSample = usesSample) {
    const obstacleName = isSample ? null : obstacle();
    if (obstacleName) return stopWith(obstacleName);
    rest();
    setting.forget();
    usesSample = isSample;
    isPaused = false;
    offered = null;
    seen.clear();
    prepareSignals();
    const isGranted = isSample || (await permission())?.state === "granted";
    if (hasEnded) return;
    // Nobody would see that the camera is on.
    if (document.hidden) return stopWith("hidden");
    // The reader starts meanwhile; if it cannot, the answer to the first frame says why.
    hasReader = true;
    pictureAt = null;
    call("scan-start", { prepares: true, counts: !isSample }).then(({ sendsJPEG }) => (isPacked = sendsJPEG), () => {});
    show(isGranted ? "starting" : "asked");
    const ended = await device.start(isSample ? sample : null);
    if (hasEnded || ended === "stopped") return;
    if (ended) return stopWith(ended);
    if (document.hidden) return stopWith("hidden");
    pictureAt = performance.now();
    resume();
    await setting.update();
  }

  function failed(error) {
    // A lock empties the page; after a change of the key, it stays.
    stopWith(error.endsSession ? "locked" : "unread", error);
  }

  function read({ codes, others, candidate }, frame) {
    // The camera ended while this frame was read, before the event arrived.
    if (!video.videoWidth || isCovered) return;
    const now = performance.now();
    const corners = (points) => shown.corners(points, frame);
    const all = codes.map((code) => ({ ...code, corners: corners(code.position), remark: remark(code) }));
    const found = seen.note(all, now);
    outlines.show(all);
    if (found.hasNew) newAt = now;
    const unread = all.length === 0 && candidate ? corners(candidate.position) : null;
    shown.showLocated(unread);
    // All that are in view were taken: there is nothing left to tap.
    const isDone = all.length > 0 && all.every((code) => code.remark);
    const other = others.find((code) => !remark(code));
    if (other) [offered, offeredAt] = [other, now];
    if (all.length > 0 || now - offeredAt > offerTime) offered = null;
    if (offered) shown.offer(question(offered));
    else shown.advise(found.hasSeveral && !isDone ? "several" : all.length ? null : candidate?.hint);
    outlines.showTarget(shown.target(unread));
    if (settings.picksFirst && found.pick) pick(found.pick);
  }

  /** Takes the code that is offered. */
  function accept() {
    const code = offered;
    offered = null;
    if (code) press(code);
  }

  async function pick(code) {
    if (isPaused || !seen.takes(code.key, performance.now())) return;
    const outcome = await take(code);
    if (outcome === "again") return;
    // The flash comes first, as sound takes longer to start.
    if (outcome === "known") shown.flash("In your vault", "known");
    if (outcome === "found") shown.flash(codeWords(code));
    signal(outcome);
    if (outcome === "failed") return;
    if (outcome === "found") announce(`${code.symbology} found${code.ending ? `, ending ${code.ending}` : ""}`);
    if (!usesSample) countFound(code.key, pictureAt && performance.now() - pictureAt);
    pictureAt = null;
  }

  /** Opens the camera again, once for all events of the same change. */
  async function reopen() {
    if (isReopening) return;
    isReopening = true;
    await open();
    isReopening = false;
  }

  const turned = async () => {
    if (document.hidden) {
      if (live.includes(state)) stopWith("hidden");
      return;
    }
    const isGranted = usesSample || (await permission())?.state === "granted";
    if (isGranted && (state === "hidden" || retried.includes(state))) reopen();
  };
  // The page may come back from the browser's cache.
  const left = () => (live.includes(state) || state === "asked") && stopWith("hidden");
  const plugged = async () => {
    if (state === "no-camera" && (await cameras()).length > 0) begin();
  };
  const permitted = () => {
    if (allowed.state === "granted" && retried.includes(state)) reopen();
    else if (allowed.state !== "granted" && isRunning() && !usesSample) stopWith("revoked");
  };
  const keyChanged = () => live.includes(state) && stopWith("locked");

  /** Shows the first state, without asking for a permission by itself. */
  async function begin() {
    const obstacleName = obstacle();
    if (obstacleName) return show(obstacleName);
    const here = await permission();
    if (hasEnded) return;
    if (here && here !== allowed) {
      allowed?.removeEventListener("change", permitted);
      allowed = here;
      allowed.addEventListener("change", permitted);
    }
    if (here?.state === "denied") return show("denied");
    if ((await cameras()).length === 0) return show("no-camera");
    if (here?.state === "granted") return open();
    show("not-asked");
  }

  /** Stops a camera that shows nothing new, or whose picture does not come back. */
  const look = () => ["running", "muted"].includes(state) && performance.now() - newAt > idleTimeout && stopWith("idle");

  const idleTimer = setInterval(look, lookTime);
  document.addEventListener("visibilitychange", turned);
  addEventListener("focus", turned);
  addEventListener("pagehide", left);
  session.addEventListener("key-changed", keyChanged);
  navigator.mediaDevices?.addEventListener?.("devicechange", plugged);

  return {
    node,
    /** The field for choosing a camera, for where the settings are. */
    chooser: setting.chooser,
    /** Reads nothing while settings are open above the picture. */
    set isCovered(value) {
      isCovered = value;
      // Something else may be looked for now.
      offered = null;
    },
    begin,
    /** Stops in a state by its name, as after something else failed. */
    show: stopWith,
    /**
     * Switches the camera off after a scan; its last picture stays while the code is announced. Reading stops at once; the
     * rest is done in the next task, as it would delay the flash.
     */
    halt() {
      isPaused = true;
      setTimeout(() => {
        if (!isPaused || hasEnded) return;
        rest();
        device.halt();
        done();
      });
    },
    /** Ends it for good. */
    end() {
      if (hasEnded) return;
      stop();
      hasEnded = true;
      clearInterval(idleTimer);
      setting.stop();
      endSignals();
      document.removeEventListener("visibilitychange", turned);
      removeEventListener("focus", turned);
      removeEventListener("pagehide", left);
      session.removeEventListener("key-changed", keyChanged);
      allowed?.removeEventListener("change", permitted);
      navigator.mediaDevices?.removeEventListener?.("devicechange", plugged);
    },
  };
}
