/// A card's id inside its vault: 16 bytes that never change.
///
/// A card imported with one code gets a keyed hash of that code, so that the same photo imported on two devices
/// gives one card; every other card gets random bytes.
public struct CardID: Sendable, Hashable, Comparable {
  /// How many bytes an id has.
  public static let byteCount = 16
  /// The id as two numbers, most significant byte first, which compare quickly.
  private let words: (UInt64, UInt64)

  /// Makes an id; `nil` unless there are 16 bytes.
  public init?(_ bytes: [UInt8]) { self.init(bytes[...]) }

  /// Makes an id; `nil` unless there are 16 bytes.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    words = (UInt64(bigEndian: bytes.prefix(8)), UInt64(bigEndian: bytes.suffix(8)))
  }

  /// Reads an id as `description` writes it; `nil` for anything but 32 hexadecimal digits.
  package init?(hexadecimal text: String) {
    guard text.utf8.count == 2 * Self.byteCount, let bytes = [UInt8](hexadecimal: text) else {
      return nil
    }
    self.init(bytes)
  }

  /// The first eight digits of `description`.
  package var firstDigits: String {
    let digits = String(words.0 >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The id's 16 bytes.
  public var bytes: [UInt8] { words.0.bigEndianBytes + words.1.bigEndianBytes }

  /// Makes a random id.
  public init(using generator: inout some RandomNumberGenerator) {
    words = (
      .random(in: .min ... .max, using: &generator), .random(in: .min ... .max, using: &generator)
    )
  }

  /// Whether both ids are equal.
  public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  /// Orders by bytes.
  public static func < (left: Self, right: Self) -> Bool { left.words < right.words }

  /// Feeds both numbers to the hasher: anyone who holds the key may choose an id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension CardID: CustomStringConvertible {
  /// The id as 32 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }
}
