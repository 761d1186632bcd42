internal import Csodium

/// The BLAKE2b-256 hash of a file's bytes on disk, which becomes its name.
public struct ContentHash: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// How many bytes a hash has.
  public static let byteCount = 32
  /// The hash as four little-endian numbers, which compare quickly.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Hashes a file's bytes.
  public init(of content: Span<UInt8>) {
    self.init(words: blake2b(content, byteCount: Self.byteCount).span)
  }

  /// The hash of zero bytes.
  public static let ofNothing: ContentHash = {
    let nothing: [UInt8] = []
    return ContentHash(of: nothing.span)
  }()

  /// Makes a hash from 32 bytes; `nil` if there are more or fewer.
  public init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init(words: bytes)
  }

  /// Parses the 64 lower-case hexadecimal digits of `description`; `nil` for anything else.
  public init?(hexadecimal text: Substring) {
    let digits = text.utf8.span
    guard digits.count == 2 * Self.byteCount else { return nil }
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    for index in digits.indices {
      let digit = digits[index]
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      // Each byte starts with its high digit, each word with its low byte.
      let shifted = UInt64(value) << UInt64(4 * (index % 16 ^ 1))
      switch index / 16 {
      case 0: words.0 |= shifted
      case 1: words.1 |= shifted
      case 2: words.2 |= shifted
      default: words.3 |= shifted
      }
    }
    self.words = words
  }

  private init(words bytes: Span<UInt8>) {
    words = (
      UInt64(littleEndian: bytes, at: 0), UInt64(littleEndian: bytes, at: 8),
      UInt64(littleEndian: bytes, at: 16), UInt64(littleEndian: bytes, at: 24)
    )
  }

  /// The hash's 32 bytes.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap(\.littleEndianBytes)
  }

  /// The first eight bytes as a little-endian number.
  public var firstWord: UInt64 { words.0 }

  /// The hash as 64 lower-case hexadecimal digits.
  public var description: String { hexadecimal(bytes) }

  /// Whether both hashes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  /// Orders by number, only to break ties.
  public static func < (left: Self, right: Self) -> Bool { left.words < right.words }

  /// Feeds all four numbers to the hasher: a stranger's file may claim any hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

/// A key for hashes that nobody without it can make or check.
public struct HashKey: ~Copyable {
  /// How many bytes it has.
  package static let byteCount = 32

  private let secret: SecretBytes

  /// Takes ownership of 32 bytes.
  package init(_ secret: consuming SecretBytes) {
    self.secret = secret
  }

  /// A new key.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  package static func generate() throws(SealingError) -> HashKey {
    HashKey(try .random(byteCount: byteCount))
  }

  /// Gives access to the bytes during a call.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try secret.withBytes(body)
  }

  /// The keyed BLAKE2b hash of `content`, 16 bytes.
  public func hash(of content: [UInt8]) -> [UInt8] {
    unsafe blake2b(content.span, byteCount: 16, key: secret.address, keyByteCount: secret.byteCount)
  }
}

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
