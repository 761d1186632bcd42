/// What a sealed file is, told in its header and bound into its key; `Format.md`, section 3.
///
/// All 256 numbers can be sealed and proved: what a newer program adds is carried along unread.
public struct EnvelopeKind: RawRepresentable, Sendable, Hashable {
  /// The byte in the header.
  public let rawValue: UInt8

  /// Makes a kind of any number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A vault header: says which vault this is, under one key.
  public static let vault = EnvelopeKind(rawValue: 1)
  /// One save: some revisions of cards.
  public static let segment = EnvelopeKind(rawValue: 2)
  /// What a device keeps to itself about a vault.
  public static let deviceState = EnvelopeKind(rawValue: 3)
  /// Many segments in one file.
  public static let pack = EnvelopeKind(rawValue: 4)
  /// A photo of a card.
  public static let photo = EnvelopeKind(rawValue: 5)
  /// Segments and photos in one file that is handed on.
  public static let bundle = EnvelopeKind(rawValue: 6)
  /// Names the key that replaced another one.
  public static let notice = EnvelopeKind(rawValue: 7)
  /// What a machine knows of a pack.
  public static let index = EnvelopeKind(rawValue: 9)

  /// Whether a newer program may give this number a meaning in a vault: 0 and 10 to 255.
  public var isFree: Bool { rawValue == 0 || rawValue > 9 }
}
