/// A photo of a card, by the name of its file in the vault.
public struct CardPhoto: Sendable, Hashable {
  /// What a photo shows.
  public enum Side: UInt32, Sendable, Hashable, CaseIterable {
    case front = 1
    case back = 2
    /// Anything else that came with the card.
    case other = 3

    /// Its name in text and JSON.
    public var name: String {
      switch self {
      case .front: "front"
      case .back: "back"
      case .other: "other"
      }
    }
  }

  /// The hash of the photo's first file, 32 bytes: `Format.md`, section 7.
  public let identity: [UInt8]
  /// What it shows.
  public let side: Side

  /// Makes a reference to a photo.
  public init(identity: [UInt8], side: Side) {
    self.identity = identity
    self.side = side
  }
}

extension CardPhoto: Comparable {
  /// The front comes first.
  public static func < (left: CardPhoto, right: CardPhoto) -> Bool {
    if left.side != right.side { return left.side.rawValue < right.side.rawValue }
    return left.identity.lexicographicallyPrecedes(right.identity)
  }
}
