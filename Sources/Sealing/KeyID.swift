/// The public id of a vault's key, and so of the vault: 16 bytes derived from its first root key.
///
/// It appears unencrypted in the vault's files and names the key file; it reveals nothing about the key.
public struct KeyID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// How many bytes an id has.
  public static let byteCount = 16
  /// The id's 16 bytes.
  public let bytes: [UInt8]

  /// Makes an id; `nil` unless there are 16 bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  init(derived bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount)
    self.bytes = bytes
  }

  /// Orders ids by their bytes.
  public static func < (left: KeyID, right: KeyID) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The id as 32 lower-case hexadecimal digits.
  public var description: String { hexadecimal(bytes) }
}
