/// What a sealed file is, stated in its header and bound into its key; `Format.md`, section 3.
///
/// All 256 numbers can be sealed and proved: kinds added by a newer program are carried along unread.
public struct EnvelopeKind: RawRepresentable, Sendable, Hashable {
  /// The byte in the header.
  public let rawValue: UInt8

  /// Makes a kind from any number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A vault header: identifies the vault, under one key.
  public static let vault = EnvelopeKind(rawValue: 1)
  /// One save: some revisions of cards.
  public static let segment = EnvelopeKind(rawValue: 2)
  /// A device's private state for a vault.
  public static let deviceState = EnvelopeKind(rawValue: 3)
  /// Many segments in one file.
  public static let pack = EnvelopeKind(rawValue: 4)
  /// A photo of a card.
  public static let photo = EnvelopeKind(rawValue: 5)
  /// Segments and photos in one file, to hand to others.
  public static let bundle = EnvelopeKind(rawValue: 6)
  /// Names the key that replaced another.
  public static let notice = EnvelopeKind(rawValue: 7)
  /// A machine's index of a pack.
  public static let index = EnvelopeKind(rawValue: 9)

  /// Whether the number is still unassigned, so that a newer program may use it in a vault: 0 and 10 to 255.
  public var isFree: Bool { rawValue == 0 || rawValue > 9 }
}
