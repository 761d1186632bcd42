// One camera, from the permission to the last frame. Starts and stops are queued, as many devices refuse a camera that
// is still being released.

import { permission, stateOf } from "./states.js";
import { remember, settings } from "./settings.js";

/** How long a camera may take to deliver its first picture. */
const startTimeout = 6_000;
/** Some phones know what a camera can do only after it has run for a while. */
const settlingTime = 500;
/** A camera that is silent for this long is muted; switching between devices takes less. */
const muteTime = 1_000;
/** Without a new picture for this long, a camera is frozen: some devices never report that they are muted. */
const frozenTime = 10_000;

let line = Promise.resolve();

/** Runs work after all earlier work. */
function inLine(work) {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
}

/**
 * What to ask for, best first. Nothing is required on every rung: a person whose only camera cannot fulfil it could not
 * scan.
 */
function ladder(camera) {
  const side = camera ? { deviceId: { ideal: camera } } : { facingMode: { ideal: "environment" } };
  return [
    { ...side, width: { ideal: 1920, min: 1024 }, height: { ideal: 1080 } },
    { ...side, width: { ideal: 1280, min: 768 } },
    side,
    true,
  ];
}

/** A stream of the first rung that the device supports. */
async function opened(camera) {
  let refusal;
  for (const video of ladder(camera)) {
    try {
      return await navigator.mediaDevices.getUserMedia({ video, audio: false });
    } catch (error) {
      if (error.name !== "OverconstrainedError") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

const timeout = () => Object.assign(new Error("no picture in time"), { name: "TimeoutError" });
const notWanted = () => Object.assign(new Error("not wanted any more"), { name: "AbortError" });

/** The result, or a `TimeoutError`. */
function within(milliseconds, work) {
  let timer;
  const late = new Promise((_, refuse) => (timer = setTimeout(() => refuse(timeout()), milliseconds)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The cameras of this device; their labels are empty until a camera is allowed. */
export async function cameras() {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter((device) => device.kind === "videoinput");
}

/**
 * The remembered camera, by id or, as ids change with the storage, by label.
 *
 * Browsers may hide cameras before the page has used one (Media Capture and Streams, "Device information exposure"). The
 * id is then requested without a check, which is harmless, as it is only an ideal.
 */
async function remembered() {
  const wanted = settings.camera;
  if (!wanted) return null;
  const here = (await cameras()).filter(({ deviceId }) => deviceId);
  if (here.length === 0) return wanted.id;
  return (here.find(({ deviceId }) => deviceId === wanted.id) ?? here.find(({ label }) => label && label === wanted.label))?.deviceId;
}

/** Remembers the first camera and its current label; a temporary substitute changes no choice. */
function keep({ label }, { deviceId: id }) {
  const { camera } = settings;
  if (id && (!camera || camera.id === id || camera.label === label)) remember({ camera: { id, label } });
}

/**
 * A camera that shows its picture in a video element.
 *
 * @param video The element.
 * @param on Callbacks: `failed(state)` when it stops by itself, `muted(isMuted)`, and `changed()` when more is known of
 * what it can do.
 */
export function camera(video, on) {
  let stream = null;
  let source = null;
  let muteTimer;
  let frameTimer;
  /** All constraints in force, as each call replaces the earlier ones (Media Capture and Streams, `applyConstraints`). */
  let wishes = {};
  /** Stops waiting for an open permission prompt, which would delay the next start. */
  let giveUp = () => {};
  /** Incremented by each start and stop, which makes earlier work obsolete. */
  let turn = 0;

  const track = () => stream?.getVideoTracks()[0] ?? null;

  /** Switches the camera off; the last picture stays. */
  function halt() {
    clearTimeout(muteTimer);
    clearTimeout(frameTimer);
    wishes = {};
    for (const each of stream?.getTracks() ?? []) {
      each.onended = each.onmute = each.onunmute = null;
      each.stop();
    }
    source?.stop?.();
    stream = source = null;
  }

  function release() {
    halt();
    video.srcObject = null;
  }

  function watch() {
    const current = track();
    current.onended = async () => {
      turn += 1;
      release();
      const state = (await permission())?.state;
      on.failed(state === "denied" || state === "prompt" ? "revoked" : "lost");
    };
    current.onmute = () => {
      clearTimeout(muteTimer);
      muteTimer = setTimeout(() => on.muted(true), muteTime);
    };
    current.onunmute = () => {
      clearTimeout(muteTimer);
      on.muted(false);
    };
  }

  function watchFrames() {
    const current = track();
    let isFrozen = false;
    const seen = () => {
      if (track() !== current) return;
      clearTimeout(frameTimer);
      frameTimer = setTimeout(() => {
        isFrozen = true;
        on.muted(true);
      }, frozenTime);
      if (isFrozen) on.muted(false);
      isFrozen = false;
      video.requestVideoFrameCallback(seen);
    };
    seen();
  }

  async function begin(mine, made, isGranted) {
    if (made) {
      source = await made();
      stream = source.stream;
    } else {
      const wanted = await remembered();
      if (mine !== turn) return;
      const givenUp = new Promise((_, refuse) => (giveUp = () => refuse(notWanted())));
      const asking = opened(wanted);
      // No timeout while a person decides about the permission.
      const taken = isGranted ? within(startTimeout, asking) : asking;
      try {
        stream = await Promise.race([taken, givenUp]);
      } catch (error) {
        // Stop a stream that still arrives.
        asking.then((late) => late.getTracks().forEach((each) => each.stop()), () => {});
        throw error;
      }
    }
    if (mine !== turn) return release();
    watch();
    video.srcObject = stream;
    // `play` resolves with the first picture.
    await within(startTimeout, video.play());
    if (mine !== turn) return release();
    watchFrames();
    if (!made) keep(track(), track().getSettings());
    setTimeout(() => mine === turn && on.changed(), settlingTime);
  }

  return {
    /**
     * Starts the camera.
     *
     * @param made Makes the sample's stream instead of requesting a camera.
     * @returns `null`, or the name of the state in which it ended.
     */
    start: (made = null) => {
      giveUp();
      const mine = ++turn;
      return inLine(async () => {
        if (mine !== turn) return "stopped";
        release();
        const isGranted = made || (await permission())?.state === "granted";
        try {
          await begin(mine, made, isGranted);
          return mine === turn ? null : "stopped";
        } catch (error) {
          release();
          return mine === turn ? await stateOf(error) : "stopped";
        }
      });
    },
    /** Stops the camera and its light at once. */
    stop() {
      giveUp();
      turn += 1;
      release();
    },
    /** As `stop`, but the last picture stays while its code is announced. */
    halt() {
      giveUp();
      turn += 1;
      halt();
    },
    get isRunning() {
      return stream !== null;
    },
    get id() {
      return track()?.getSettings().deviceId;
    },
    /** Whether the light is on, as far as the device reports it. */
    get isLit() {
      return track()?.getSettings().torch === true;
    },
    /** Whether the camera faces the person, whose picture is then mirrored. */
    get isMirrored() {
      return track()?.getSettings().facingMode === "user";
    },
    /** What can be set: `torch`, `zoom` with its range, and so on. */
    get abilities() {
      return track()?.getCapabilities?.() ?? {};
    },
    /** Sets something in addition, such as `{ torch: true }`; returns whether the camera did it. */
    async set(wish) {
      const current = track();
      if (!current) return false;
      const before = { ...wishes };
      Object.assign(wishes, wish);
      try {
        await current.applyConstraints({ advanced: [{ ...wishes }] });
        return true;
      } catch {
        // A refused constraint must not spoil the next one.
        if (track() === current) for (const name of Object.keys(wish)) wishes[name] = before[name];
        return false;
      }
    },
  };
}
