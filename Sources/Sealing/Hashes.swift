internal import Csodium

/// The BLAKE2b-256 hash of a file as it lies on disk, which names it.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  /// How many bytes a hash has.
  public static let byteCount = 32
  /// The hash's 32 bytes.
  public let bytes: [UInt8]

  /// Hashes a file's bytes.
  public init(of content: Span<UInt8>) {
    bytes = blake2b(content, byteCount: Self.byteCount)
  }

  /// The hash as 64 lower-case hexadecimal digits.
  public var description: String { hexadecimal(bytes) }
}

/// A key for hashes that nobody else can make or check.
public struct HashKey: ~Copyable {
  private let secret: SecretBytes

  init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }

  /// The keyed BLAKE2b hash of `content`, 16 bytes.
  public func hash(of content: [UInt8]) -> [UInt8] {
    unsafe blake2b(content.span, byteCount: 16, key: secret.address, keyByteCount: secret.byteCount)
  }
}

private func blake2b(
  _ content: Span<UInt8>, byteCount: Int, key: UnsafePointer<UInt8>? = nil, keyByteCount: Int = 0
) -> [UInt8] {
  var hash = [UInt8](repeating: 0, count: byteCount)
  let status = unsafe content.withUnsafeBufferPointer { content in
    unsafe crypto_generichash_blake2b(
      &hash, byteCount, content.baseAddress, UInt64(content.count), key, keyByteCount)
  }
  precondition(status == 0, "hashes have 16 to 64 bytes")
  return hash
}
