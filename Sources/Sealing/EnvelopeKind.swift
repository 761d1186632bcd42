/// What a sealed file is, told in its header and bound into its key.
public enum EnvelopeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The file that makes a folder a vault.
  case vault = 1
  /// One save: some revisions of cards.
  case segment = 2
  /// What a device keeps to itself about a vault.
  case deviceState = 3
}
