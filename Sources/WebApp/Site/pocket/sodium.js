// libsodium as WebAssembly, as far as opening a pocket needs it.

import octets from "sodium.wasm";

let compiled;

/** The library with memory of its own. */
class Library {
  /** Works with a library; its memory is wiped then, as a browser may reuse it only much later. */
  static async using(work) {
    compiled ??= WebAssembly.compile(octets);
    const library = new Library((await WebAssembly.instantiate(await compiled)).exports);
    try {
      return work(library);
    } finally {
      library.bytes().fill(0);
    }
  }

  constructor(functions) {
    this.functions = functions;
  }

  /** Room for so many bytes. */
  room(count) {
    const address = this.functions.malloc(count);
    if (!address) throw new RangeError("the browser has too little memory");
    return address;
  }

  /** The memory, which another array shows after it has grown. */
  bytes() {
    return new Uint8Array(this.functions.memory.buffer);
  }

  /** Where a copy of these bytes is. */
  put(bytes) {
    const address = this.room(bytes.length);
    this.bytes().set(bytes, address);
    return address;
  }

  /** A copy of bytes in memory. */
  take(address, count) {
    return this.bytes().slice(address, address + count);
  }
}

/** Argon2id 1.3 with one lane: 32 bytes. */
export function argon2id(passphrase, salt, passes, kibibytes) {
  return Library.using((library) => {
    const [words, grains, key] = [library.put(passphrase), library.put(salt), library.room(32)];
    const argon2id13 = 2;
    const status = library.functions.crypto_pwhash_argon2id(
      key, 32n, words, BigInt(passphrase.length), grains, BigInt(passes), kibibytes * 1_024, argon2id13);
    if (status !== 0) throw new RangeError("the browser has too little memory");
    return library.take(key, 32);
  });
}

/** BLAKE2b with a key, a salt and a personalisation; without a salt, 16 zeros. */
export function blake2b(byteCount, { key, salt = new Uint8Array(16), personal, input = new Uint8Array() }) {
  return Library.using((library) => {
    const hash = library.room(byteCount);
    library.functions.crypto_generichash_blake2b_salt_personal(
      hash, byteCount, library.put(input), BigInt(input.length), library.put(key), key.length, library.put(salt), library.put(personal));
    return library.take(hash, byteCount);
  });
}

/**
 * Opens what XChaCha20-Poly1305 sealed under one key.
 *
 * @param sealed Pairs of a nonce and sealed bytes.
 * @returns The opened bytes, one after another; `null` if any was altered.
 */
export const opened = (key, sealed) => Library.using((library) => {
  const tagCount = 16;
  const place = library.put(key);
  const room = library.room(Math.max(...sealed.map(([, bytes]) => bytes.length)));
  const total = sealed.reduce((sum, [, bytes]) => sum + bytes.length - tagCount, 0);
  const content = new Uint8Array(total);
  let end = 0;
  for (const [nonce, bytes] of sealed) {
    library.bytes().set(bytes, room);
    const at = library.put(nonce);
    // In place: libsodium allows it.
    const status = library.functions.crypto_aead_xchacha20poly1305_ietf_decrypt(
      room, 0, 0, room, BigInt(bytes.length), 0, 0n, at, place);
    if (status !== 0) return null;
    content.set(library.bytes().subarray(room, room + bytes.length - tagCount), end);
    end += bytes.length - tagCount;
  }
  return content;
});
