// A card's colour, and text in a colour that is readable on it.

// For cards without a colour: muted, so that cards with one stand out, and dark enough for white text (at least 6.7 to 1).
const palette = [
  "#4a5d52", "#5b4a63", "#3f5870", "#6b4a43", "#5d5a3c", "#3d5f66", "#6a4658", "#4c4f6b",
  "#38604a", "#733f52", "#2f5a7d", "#7a4630", "#52603a", "#2c6460", "#6d3f6d", "#474c80",
  "#2f4f3e", "#4a2f45", "#253f5c", "#572f24", "#45431f", "#1f4749", "#552a3d", "#32345c",
];

function channels(colour) {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Relative luminance: WCAG 2.2, from the sRGB channels. */
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The card's own colour, or one that is always the same for cards of this name. */
function cardColour(card) {
  if (/^#[0-9a-f]{6}$/i.test(card.colour ?? "")) return card.colour;
  // FNV-1a (draft-eastlake-fnv), as names that differ in a letter should differ in colour.
  const name = (card.name ?? "").normalize("NFC").toLowerCase();
  const hash = [...name].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 0x01000193) >>> 0, 0x811c9dc5);
  return palette[hash % palette.length];
}

/**
 * Gives a node the card's colour as `--card`, and the text's as `--on-card`.
 *
 * Black and white contrast with every colour at least 4.58 to 1 between them, as the product of both contrasts is 21;
 * no softer pair of text colours guarantees the 4.5 that WCAG asks for. `--shade` points away from the text, so that
 * a gradient can only add contrast.
 */
export function paint(node, card) {
  const colour = cardColour(card);
  const light = luminance(colour);
  const takesWhite = 1.05 / (light + 0.05) >= (light + 0.05) / 0.05;
  node.style.setProperty("--card", colour);
  node.style.setProperty("--on-card", takesWhite ? "#fff" : "#000");
  node.style.setProperty("--shade", takesWhite ? "#000" : "#fff");
  return node;
}
