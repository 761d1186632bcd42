// What a person hears and feels: one sound for a new code, another for a known one, a third for a failure.

import { settings } from "./scan-settings.js";

/** Pitches in hertz, one after the other, and the time of each in seconds. */
const melodies = {
  found: { pitches: [880, 1_320], each: 0.09, pulses: [60] },
  known: { pitches: [660, 660], each: 0.09, pulses: [30, 60, 30] },
  failed: { pitches: [220], each: 0.28, pulses: [200] },
};
const loudness = 0.15;

let audio = null;

/** Makes ready what browsers allow only after a tap. */
export function prepareSignals() {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
  } catch {
    // A device without sound: the flash and the words remain.
  }
}

function play({ pitches, each }) {
  if (audio?.state !== "running") return;
  pitches.forEach((pitch, index) => {
    const start = audio.currentTime + index * each;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    // Without a slope at both ends, a loudspeaker clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.01);
    volume.gain.setValueAtTime(loudness, start + each - 0.02);
    volume.gain.linearRampToValueAtTime(0, start + each);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + each);
  });
}

/** Gives a signal: `found`, `known` or `failed`. */
export function signal(name) {
  const melody = melodies[name];
  if (settings.sound) play(melody);
  // Not in Safari, and without effect in Firefox: never the only sign.
  if (settings.vibration && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(melody.pulses);
}

/** Lets go of the loudspeaker, once the last sound is over. */
export function endSignals() {
  const last = audio;
  audio = null;
  if (last) setTimeout(() => last.close(), 500);
}
