/// The names inside a vault's folder; see `vault.proto`.
enum VaultLayout {
  static let marker = "vault"
  static let segments = "segments"
  static let segmentSuffix = ".segment"

  /// The most bytes that a file of a vault may have.
  static let fileByteLimit = 64 << 20
}
