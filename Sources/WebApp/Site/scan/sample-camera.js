// A camera for people without one: a canvas on which a sample card moves as if held by a hand.

import { call } from "../shared/api.js";
import { draw } from "../shared/symbol.js";

const [width, height] = [1280, 720];
const [cardWidth, cardHeight] = [760, 480];
const perSecond = 15;

/** A stream of a card with this code; `stop` ends its drawing. */
export async function sampleCamera() {
  const { symbol } = await call("check", { code: "5901234123457", symbology: "EAN-13" });
  const code = document.createElement("canvas");
  draw(code, symbol, 420, 200);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { alpha: false });
  const start = performance.now();

  function paint() {
    const seconds = (performance.now() - start) / 1_000;
    context.resetTransform();
    context.fillStyle = "#6d6255";
    context.fillRect(0, 0, width, height);
    context.translate(width / 2 + 60 * Math.sin(seconds * 0.9), height / 2 + 30 * Math.sin(seconds * 1.3));
    context.rotate(0.06 * Math.sin(seconds * 0.7));
    context.fillStyle = "#0f5f4b";
    context.fillRect(-cardWidth / 2, -cardHeight / 2, cardWidth, cardHeight);
    context.fillStyle = "#fff";
    context.font = "600 44px sans-serif";
    context.fillText("Sample card", -cardWidth / 2 + 40, -cardHeight / 2 + 84);
    context.fillRect(-240, -70, 480, 240);
    context.drawImage(code, -210, -50);
  }

  paint();
  const timer = setInterval(paint, 1_000 / perSecond);
  const stream = canvas.captureStream(perSecond);
  return { stream, stop: () => clearInterval(timer) };
}
