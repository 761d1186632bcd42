internal import Csodium

/// Secret bytes in guarded memory: never swapped out if the system allows, surrounded by inaccessible pages,
/// zeroed when their owner is destroyed.
///
/// They cannot be copied, compared or printed; they are used only inside `withBytes`. An allocation costs 14
/// microseconds and up to four pages (measured), so this is for keys only.
@safe
public struct SecretBytes: ~Copyable {
  /// How many bytes there are.
  public let byteCount: Int
  /// The address, for libsodium.
  let address: UnsafeMutablePointer<UInt8>

  /// Allocates guarded memory filled with zeros.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public init(byteCount: Int) throws(SealingError) {
    guard Sodium.isReady, let start = unsafe sodium_malloc(byteCount) else {
      throw .noGuardedMemory
    }
    unsafe sodium_memzero(start, byteCount)
    unsafe address = start.bindMemory(to: UInt8.self, capacity: byteCount)
    self.byteCount = byteCount
  }

  deinit {
    unsafe sodium_free(address)
  }

  /// Makes unpredictable bytes.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func random(byteCount: Int) throws(SealingError) -> SecretBytes {
    let secret = try SecretBytes(byteCount: byteCount)
    unsafe randombytes_buf(secret.address, byteCount)
    return secret
  }

  /// Whether both hold the same bytes, compared in constant time.
  package func isSame(as other: borrowing SecretBytes) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return unsafe sodium_memcmp(address, other.address, byteCount) == 0
  }

  /// Gives access to the bytes during a call.
  public func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try unsafe body(Span(_unsafeStart: address, count: byteCount))
  }

  /// Gives write access to the bytes during a call.
  public func withMutableBytes<Value: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var span = unsafe MutableSpan(_unsafeStart: address, count: byteCount)
    return try body(&span)
  }
}
