/// The name of a card inside its vault: 16 bytes that never change.
///
/// A card imported with one code takes a keyed hash of that code, so that the same photo imported on two
/// devices is one card; every other card takes random bytes.
public struct CardID: Sendable, Hashable, Comparable {
  /// How many bytes an id has.
  public static let byteCount = 16
  /// The id's 16 bytes.
  public let bytes: [UInt8]

  /// Makes an id; `nil` when `bytes` are not 16.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a random id.
  public init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Orders bytewise.
  public static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension CardID: CustomStringConvertible {
  /// The id as 32 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimal }
}

extension Collection<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two each.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
