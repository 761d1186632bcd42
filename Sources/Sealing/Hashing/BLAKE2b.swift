internal import Csodium

/// The BLAKE2b hash of content (RFC 7693), 16 to 64 bytes, optionally keyed.
func blake2b(
  _ content: Span<UInt8>, byteCount: Int, key: UnsafePointer<UInt8>? = nil, keyByteCount: Int = 0
) -> [UInt8] {
  var hash = [UInt8](repeating: 0, count: byteCount)
  let status = unsafe content.withUnsafeBufferPointer { content in
    unsafe crypto_generichash_blake2b(
      &hash, byteCount, content.baseAddress, UInt64(content.count), key, keyByteCount)
  }
  if unsafe key != nil { Sodium.wipeStack() }
  precondition(status == 0, "hashes have 16 to 64 bytes")
  return hash
}
