/// A picture of a card made for keeping: small, upright, and with no data beside its pixels.
public struct KeptPicture: Sendable, Hashable {
  /// A JPEG (ITU-T T.81), at most `maximumByteCount` bytes.
  public var bytes: [UInt8]
  /// Whether the picture was cut to the card and made straight; otherwise it shows all of the photo.
  public var isStraightened: Bool

  /// The longest picture: 1 MiB.
  ///
  /// Photos of cards take 0.1 to 0.4 MB at `longestSide`.
  public static let maximumByteCount = 1 << 20
  /// The most pixels along the longer side: text on an ID-1 card is then printed at 475 dots per inch.
  public static let longestSide = 1_600

  /// Makes a kept picture.
  public init(bytes: [UInt8], isStraightened: Bool) {
    self.bytes = bytes
    self.isStraightened = isStraightened
  }

  /// Whether the bytes are not too many, and begin and end as a JPEG does (ITU-T T.81 B.1.1.3: SOI, then any marker;
  /// EOI).
  public var isWithinBounds: Bool {
    5...Self.maximumByteCount ~= bytes.count && bytes.starts(with: [0xFF, 0xD8, 0xFF])
      && bytes.suffix(2) == [0xFF, 0xD9]
  }
}
