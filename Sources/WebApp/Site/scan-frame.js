// The newest picture of the camera as raw brightness, one byte for each pixel: nothing has to be parsed where it is read.

/** The long side of a usual frame: across half of it, a bar of an EAN-13 has more than 5 pixels. */
export const usualSide = 1280;
/** The long side of a frame that is taken when nothing was found for a while: the server accepts no more. */
export const largeSide = 2048;

/** Formats whose first plane is the brightness, one byte for each pixel (WebCodecs, 9.4). */
const withBrightness = new Set(["I420", "I420A", "I422", "I422A", "I444", "I444A", "NV12", "NV12A"]);

let canvas = null;

/** By way of a canvas: for browsers that hand out no planes, and for pictures that are stored turned. */
function drawn(video, part, width, height) {
  canvas ??= document.createElement("canvas");
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  context.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const bytes = new Uint8Array(width * height);
  // ITU-R BT.601, 2.5.1, in 256ths.
  for (let place = 0, pixel = 0; place < bytes.length; place += 1, pixel += 4) {
    bytes[place] = (77 * data[pixel] + 150 * data[pixel + 1] + 29 * data[pixel + 2]) >> 8;
  }
  return bytes;
}

/** Makes a picture smaller: each pixel becomes the mean of the area that it covers, so that thin bars keep their weight. */
export function shrunk(source, stride, width, height, outWidth, outHeight) {
  const bytes = new Uint8Array(outWidth * outHeight);
  const sums = new Float32Array(outWidth);
  const [stepX, stepY] = [width / outWidth, height / outHeight];
  const area = stepX * stepY;
  for (let y = 0; y < outHeight; y += 1) {
    const [top, bottom] = [y * stepY, Math.min(height, (y + 1) * stepY)];
    sums.fill(0);
    for (let line = Math.floor(top); line < bottom; line += 1) {
      const weight = Math.min(line + 1, bottom) - Math.max(line, top);
      const start = line * stride;
      for (let x = 0; x < outWidth; x += 1) {
        const [left, right] = [x * stepX, Math.min(width, (x + 1) * stepX)];
        let sum = 0;
        for (let column = Math.floor(left); column < right; column += 1) {
          sum += source[start + column] * (Math.min(column + 1, right) - Math.max(column, left));
        }
        sums[x] += sum * weight;
      }
    }
    for (let x = 0, place = y * outWidth; x < outWidth; x += 1, place += 1) bytes[place] = sums[x] / area + 0.5;
  }
  return bytes;
}

/** The brightness plane of a part of the picture; `null` where the browser hands out none. */
async function plane(video, part) {
  if (!globalThis.VideoFrame) return null;
  const frame = new VideoFrame(video);
  try {
    if (!withBrightness.has(frame.format) || frame.rotation || frame.flip) return null;
    const seen = frame.visibleRect;
    // Pixels that are not square, or a picture that the browser shows in another size.
    if (seen.width !== video.videoWidth || seen.height !== video.videoHeight) return null;
    const rect = { x: seen.x + part.x, y: seen.y + part.y, width: part.width, height: part.height };
    const bytes = new Uint8Array(frame.allocationSize({ rect }));
    const [{ offset, stride }] = await frame.copyTo(bytes, { rect });
    return { bytes: bytes.subarray(offset, offset + stride * part.height), stride };
  } catch {
    return null;
  } finally {
    frame.close();
  }
}

/**
 * Takes the newest picture.
 *
 * @param part What to take of it, in its pixels.
 * @param longest The most pixels of the frame's long side.
 * @returns `width`, `height`, `stride` and `bytes`, and the `part`.
 */
export async function taken(video, part, longest) {
  const factor = Math.max(1, Math.max(part.width, part.height) / longest);
  const [width, height] = [Math.max(1, Math.round(part.width / factor)), Math.max(1, Math.round(part.height / factor))];
  const whole = await plane(video, part);
  if (!whole) return { width, height, stride: width, bytes: drawn(video, part, width, height), part };
  if (factor === 1) return { width, height, stride: whole.stride, bytes: whole.bytes, part };
  const bytes = shrunk(whole.bytes, whole.stride, part.width, part.height, width, height);
  return { width, height, stride: width, bytes, part };
}
