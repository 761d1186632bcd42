// Sounds and vibrations: one for a new code, another for a known one, a third for a failure.

import { settings } from "./settings.js";

/** Pitches in hertz in sequence, and the duration of each in seconds. */
const melodies = {
  found: { pitches: [880, 1_320], each: 0.09, pulses: [60] },
  known: { pitches: [660, 660], each: 0.09, pulses: [30, 60, 30] },
  failed: { pitches: [220], each: 0.28, pulses: [200] },
};
const loudness = 0.15;

let audio = null;

/** Prepares sound, which browsers allow only after a tap. */
export function prepareSignals() {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
  } catch {
    // Without sound, the flash and the words remain.
  }
}

function play({ pitches, each }) {
  if (audio?.state !== "running") return;
  pitches.forEach((pitch, index) => {
    const start = audio.currentTime + index * each;
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    // Without a ramp at both ends, a loudspeaker clicks.
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
  // Never the only signal: Safari lacks it, and in Firefox it has no effect.
  if (settings.vibration && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(melody.pulses);
}

/** Releases the loudspeaker after the last sound. */
export function endSignals() {
  const last = audio;
  audio = null;
  if (last) setTimeout(() => last.close(), 500);
}
