internal import Cards

/// The names inside a vault's folder; see `vault.proto`.
enum VaultLayout {
  static let marker = "vault"
  static let segments = "segments"
  static let segmentSuffix = ".segment"

  /// The name of a segment's file, from the hash of its content.
  static func segmentName(_ hash: [UInt8]) -> String { hash.hexadecimal + segmentSuffix }

  /// The most bytes that a file of a vault may have.
  static let fileByteLimit = 64 << 20
}
