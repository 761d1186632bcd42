// Settings of the running camera: which one, light, zoom and focus, as far as the device has them.

import { element, fill, freshID } from "../shared/element.js";
import { icon } from "../shared/icons.js";
import { announce } from "../shared/notices.js";
import { cameras } from "./camera.js";
import { remember } from "./settings.js";

/** After a tap, the camera keeps its focus this long, then refocuses for the next card. */
const focusTime = 3_000;

/**
 * The controls of a camera.
 *
 * @param camera The camera.
 * @param stage The stage, which is tapped to focus and pinched to zoom.
 * @param chosen Called when another camera is chosen, or this one has to restart.
 */
export function controls(camera, stage, chosen) {
  const id = freshID("camera");
  let isLit = false;
  let zoom = null;
  let focusTimer;

  const select = element("select", { id, onchange: () => {
    const option = select.selectedOptions[0];
    remember({ camera: { id: option.value, label: option.textContent } });
    chosen();
  } });
  const torch = element("button", { type: "button", class: "button small", "aria-pressed": "false", hidden: true, onclick: async () => {
    const wish = !isLit;
    const isSet = await camera.set({ torch: wish });
    // Some phones keep the light on until the camera is off (qr-scanner#195, quagga2#501).
    if (!wish && (!isSet || camera.isLit)) return chosen();
    if (!isSet) return announce("The light cannot be switched");
    isLit = wish;
    torch.setAttribute("aria-pressed", String(isLit));
  } }, icon("light"), element("span", {}, "Light"));
  const slider = element("input", { type: "range", "aria-label": "Zoom", oninput: () => zoomTo(Number(slider.value)) });
  const zooming = element("div", { class: "scan-zoom", hidden: true }, icon("search"), slider);

  async function zoomTo(wanted) {
    const range = camera.abilities.zoom;
    if (!range) return;
    zoom = Math.min(range.max, Math.max(range.min, wanted));
    slider.value = zoom;
    slider.setAttribute("aria-valuetext", `${zoom.toFixed(1)} times`);
    await camera.set({ zoom });
  }

  async function listed() {
    const here = await cameras();
    const current = camera.id;
    fill(select, here.map(({ deviceId, label }, index) =>
      element("option", { value: deviceId, selected: deviceId === current }, label || `Camera ${index + 1}`)));
    // With the sample, there may be no camera at all.
    if (here.length === 0) fill(select, element("option", { value: "" }, "This device has no camera"));
  }

  /** Updates the controls to what the camera can do. */
  async function update() {
    await listed();
    const able = camera.abilities;
    torch.hidden = !able.torch;
    zooming.hidden = !(able.zoom?.max > able.zoom?.min);
    if (!zooming.hidden && zoom === null) {
      Object.assign(slider, { min: able.zoom.min, max: able.zoom.max, step: able.zoom.step || 0.1 });
      zoom = able.zoom.min;
      slider.value = zoom;
      slider.setAttribute("aria-valuetext", `${zoom.toFixed(1)} times`);
    }
    for (const mode of ["focusMode", "exposureMode"]) {
      if (able[mode]?.includes("continuous")) camera.set({ [mode]: "continuous" });
    }
  }

  async function focusAt(event) {
    // A tap on an outline or a button does something else.
    if (event.target.closest("button, select, input, a")) return;
    const modes = camera.abilities.focusMode ?? [];
    const point = stage.pointedAt(event);
    if (!point || !modes.includes("single-shot")) return;
    clearTimeout(focusTimer);
    await camera.set({ focusMode: "single-shot", pointsOfInterest: [point] });
    clearTimeout(focusTimer);
    if (!modes.includes("continuous")) return;
    focusTimer = setTimeout(() => camera.set({ focusMode: "continuous", pointsOfInterest: undefined }), focusTime);
  }

  const fingers = new Map();
  let pinch = null;
  const spread = () => {
    const [one, two] = [...fingers.values()];
    return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  };
  const down = (event) => {
    fingers.set(event.pointerId, event);
    if (fingers.size === 2 && camera.abilities.zoom) pinch = { spread: spread(), zoom: zoom ?? 1 };
  };
  const move = (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (pinch && fingers.size === 2) zoomTo((pinch.zoom * spread()) / Math.max(1, pinch.spread));
  };
  const up = (event) => {
    fingers.delete(event.pointerId);
    pinch = null;
  };
  const surface = stage.node;
  surface.addEventListener("click", focusAt);
  surface.addEventListener("pointerdown", down);
  surface.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) surface.addEventListener(name, up);
  navigator.mediaDevices?.addEventListener?.("devicechange", listed);

  return {
    /** Lists the cameras. */
    list: listed,
    chooser: element("div", { class: "field scan-camera" }, element("label", { for: id }, "Camera"), select),
    torch,
    zooming,
    update,
    /** Resets the controls before another start. */
    forget() {
      clearTimeout(focusTimer);
      isLit = false;
      zoom = null;
      torch.hidden = zooming.hidden = true;
      torch.setAttribute("aria-pressed", "false");
    },
    stop: () => navigator.mediaDevices?.removeEventListener?.("devicechange", listed),
  };
}
