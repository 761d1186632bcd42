/// What a sealed file is, told in its header and bound into its key.
public enum EnvelopeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The file that makes a folder a vault; one for each epoch.
  case vault = 1
  /// One save: some revisions of cards.
  case segment = 2
  /// What a device keeps to itself about a vault.
  case deviceState = 3
  /// Many segments in one file.
  case pack = 4
  /// A photo of a card.
  case photo = 5
  /// Segments and photos in one file that is handed on.
  case bundle = 6
}
