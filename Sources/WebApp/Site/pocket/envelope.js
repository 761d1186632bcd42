// Opens a pocket: the wrapped key in its first line, and the envelope behind it (Sources/VaultFormat/Format.md).

import { argon2id, blake2b, opened } from "./sodium.js";

/** Why a file does not open: `words`, `damaged`, `newer`, `older`, or `key` for a file under another key. */
export class Refusal extends Error {
  constructor(reason, words = reason) {
    super(words);
    this.reason = reason;
  }
}

const text = new TextEncoder();
const prefix = "cardvault-wrapped-key";
/** The bytes of the line that a file begins with: the wrapped key, and a line feed. */
export const lineCount = 225;
const [magic, pocket, headerCount, chunkCount, tagCount, leastContent] = ["CARDVLT", 8, 88, 65_536, 16, 1_024];

const isSame = (one, other) => one.length === other.length && one.every((byte, place) => byte === other[place]);
const check = (condition, reason = "damaged") => {
  if (!condition) throw new Refusal(reason);
};

/** The wrapped key at the start of a file. */
export function wrappedKey(file) {
  const line = new TextDecoder().decode(file.subarray(0, lineCount));
  check(line.startsWith(`${prefix}1`) && line.endsWith("\n"));
  const bytes = bech32m(line.slice(0, -1));
  check(bytes.length === 122 && bytes[0] > 0);
  check(bytes[0] === 1 && bytes[1] === 2, "newer");
  const numbers = new DataView(bytes.buffer);
  const [passes, kibibytes] = [numbers.getUint32(2, true), numbers.getUint32(6, true)];
  // What a stranger's file may cost (section 7).
  check(passes >= 2 && passes <= 4 && kibibytes >= 65_536 && kibibytes <= 524_288);
  return { bytes, passes, kibibytes, keyID: bytes.subarray(26, 42) };
}

/** The root key that words open. */
export async function rootKey({ bytes, passes, kibibytes, keyID }, words) {
  const key = await argon2id(text.encode(words), bytes.subarray(10, 26), passes, kibibytes);
  const both = await blake2b(64, { key, personal: text.encode("cardvault-wrap\0\0"), input: bytes.subarray(0, 42) });
  key.fill(0);
  check(isSame(both.subarray(32), bytes.subarray(42, 74)), "words");
  const root = await opened(both.subarray(0, 32), [[new Uint8Array(24), bytes.subarray(74)]]);
  both.fill(0);
  check(root && isSame(await subkey(root, 1, 16), keyID));
  return root;
}

/** What a file holds, whose key was opened. */
export async function payload(file, root) {
  const { keyID } = wrappedKey(file);
  check(isSame(keyID, await subkey(root, 1, 16)), "key");
  return unsealed(file.subarray(lineCount), root);
}

/** What an envelope of this kind holds (section 3). */
export async function unsealed(sealed, root, kind = pocket) {
  check(sealed.length >= headerCount && isSame(sealed.subarray(0, 7), text.encode(magic)));
  check(isSame(sealed.subarray(16, 32), await subkey(root, 1, 16)), "key");
  const both = await blake2b(64, {
    key: await subkey(root, 16 + sealed[8], 32), personal: text.encode("cardvault-file\0\0"), input: sealed.subarray(0, 56),
  });
  check(isSame(both.subarray(32), sealed.subarray(56, headerCount)));
  check(sealed[7] === 1, "newer");
  check(sealed[8] === kind && sealed.subarray(9, 16).every((byte) => byte === 0));
  check(sealed.length >= headerCount + leastContent + tagCount);
  const chunks = [];
  for (let start = headerCount; start < sealed.length; start += chunkCount + tagCount) {
    const chunk = sealed.subarray(start, start + chunkCount + tagCount);
    check(chunk.length > tagCount);
    const nonce = new Uint8Array(24);
    new DataView(nonce.buffer).setUint32(0, chunks.length, true);
    nonce[8] = start + chunk.length === sealed.length ? 1 : 0;
    chunks.push([nonce, chunk]);
  }
  const content = await opened(both.subarray(0, 32), chunks);
  both.fill(0);
  check(content);
  const length = Number(new DataView(content.buffer).getBigUint64(0, true));
  check(length <= content.length - 8 && padded(8 + length) === content.length);
  check(content.subarray(8 + length).every((byte) => byte === 0));
  return content.subarray(8, 8 + length);
}

/** Padmé, at least 1 KiB. */
function padded(count) {
  const length = Math.max(count, leastContent);
  const exponent = 31 - Math.clz32(length);
  const step = 2 ** (exponent - (32 - Math.clz32(exponent)));
  return Math.ceil(length / step) * step;
}

/** libsodium's crypto_kdf_derive_from_key. */
function subkey(root, number, byteCount) {
  const salt = new Uint8Array(16);
  new DataView(salt.buffer).setUint16(0, number, true);
  return blake2b(byteCount, { key: root, salt, personal: text.encode("cardvlt1\0\0\0\0\0\0\0\0") });
}

/** The bytes of a Bech32m line in small letters (BIP-350). */
function bech32m(line) {
  const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  const values = [...line.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  check(!values.includes(-1));
  const codes = text.encode(prefix);
  let sum = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) {
    const top = sum >>> 25;
    sum = (sum & 0x1ffffff) << 5 ^ value;
    [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].forEach((factor, bit) => {
      if (top >> bit & 1) sum ^= factor;
    });
  }
  check(sum === 0x2bc830a3);
  const bytes = [];
  let [held, bits] = [0, 0];
  for (const value of values.slice(0, -6)) {
    held = held << 5 | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  check(bits < 5 && held === 0);
  return Uint8Array.from(bytes);
}
