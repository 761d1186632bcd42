// One camera, from the first question to the last frame. All starts and stops stand in one line: a camera that is
// asked for while it is still being released is refused by many devices.

import { permission, stateOf } from "./scan-states.js";
import { remember, settings } from "./scan-settings.js";

/** How long a camera may take until its first picture. */
const startTimeout = 6_000;
/** Some phones tell what a camera can do only after it has run for a while. */
const settlingTime = 500;
/** A camera that says nothing for this long is muted; when a device changes over, it is shorter. */
const muteTime = 1_000;
/** Without a new picture for this long it is frozen, though some devices never say that they are muted. */
const frozenTime = 10_000;

let line = Promise.resolve();

/** Runs work after all that was asked for before. */
function inLine(work) {
  const done = line.then(work);
  line = done.catch(() => {});
  return done;
}

/**
 * What to ask for, the best first. Never an exact wish: a camera that cannot fulfil it is refused, and a person who has
 * only that camera could not scan; the minima have a rung below them.
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

/** A stream of the first rung that the device can do. */
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

/** The cameras of this device; their labels are empty until one was allowed. */
export async function cameras() {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter((device) => device.kind === "videoinput");
}

/**
 * The remembered camera, by id or, as ids change with the storage, by label.
 *
 * Browsers may name no camera before the page had one (Media Capture and Streams, "Device information exposure"): there
 * the id is asked for unseen, as what is only ideal does no harm.
 */
async function remembered() {
  const wanted = settings.camera;
  if (!wanted) return null;
  const here = (await cameras()).filter(({ deviceId }) => deviceId);
  if (here.length === 0) return wanted.id;
  return (here.find(({ deviceId }) => deviceId === wanted.id) ?? here.find(({ label }) => label && label === wanted.label))?.deviceId;
}

/** Remembers the first camera, and what it is called now; one that only stands in for it today changes no choice. */
function keep({ label }, { deviceId: id }) {
  const { camera } = settings;
  if (id && (!camera || camera.id === id || camera.label === label)) remember({ camera: { id, label } });
}

/**
 * A camera that shows its picture in a video element.
 *
 * @param video The element.
 * @param on What to tell: `failed(state)` when it stops by itself, `muted(isMuted)`, and `changed()` when what it can
 * do is known better.
 */
export function camera(video, on) {
  let stream = null;
  let source = null;
  let muteTimer;
  let frameTimer;
  /** What was set and holds: each constraint replaces all earlier ones (Media Capture and Streams, `applyConstraints`). */
  let wishes = {};
  /** Waits no longer for the answer to an open question, which would hold up whatever is asked for next. */
  let giveUp = () => {};
  /** Each start and stop makes what is still on its way of no use. */
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
      // While a question is open, the person decides how long it takes.
      const taken = isGranted ? within(startTimeout, asking) : asking;
      try {
        stream = await Promise.race([taken, givenUp]);
      } catch (error) {
        // It may still come: nobody would stop it then.
        asking.then((late) => late.getTracks().forEach((each) => each.stop()), () => {});
        throw error;
      }
    }
    if (mine !== turn) return release();
    watch();
    video.srcObject = stream;
    // It plays once there is a picture.
    await within(startTimeout, video.play());
    if (mine !== turn) return release();
    watchFrames();
    if (!made) keep(track(), track().getSettings());
    setTimeout(() => mine === turn && on.changed(), settlingTime);
  }

  return {
    /**
     * Starts it.
     *
     * @param made Makes a stream instead of asking for a camera: the sample.
     * @returns `null`, or the name of the state that it ended in.
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
    /** Stops it at once, with its light. */
    stop() {
      giveUp();
      turn += 1;
      release();
    },
    /** The same, but the last picture stays while its code is told about. */
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
    /** Whether its light is on, as far as the device tells. */
    get isLit() {
      return track()?.getSettings().torch === true;
    },
    /** Whether the picture is that of a mirror: cameras that face the person. */
    get isMirrored() {
      return track()?.getSettings().facingMode === "user";
    },
    /** What can be set: `torch`, `zoom` with its range, and so on. */
    get abilities() {
      return track()?.getCapabilities?.() ?? {};
    },
    /** Sets something besides what was set before, such as `{ torch: true }`; answers whether the camera did it. */
    async set(wish) {
      const current = track();
      if (!current) return false;
      const before = { ...wishes };
      Object.assign(wishes, wish);
      try {
        await current.applyConstraints({ advanced: [{ ...wishes }] });
        return true;
      } catch {
        // What was refused must not spoil the next wish.
        if (track() === current) for (const name of Object.keys(wish)) wishes[name] = before[name];
        return false;
      }
    },
  };
}
