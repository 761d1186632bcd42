/// A picture of a card that is stored with it: small, upright, and without metadata.
public struct KeptPicture: Sendable, Hashable {
  /// A JPEG (ITU-T T.81), at most `maximumByteCount` bytes.
  public var bytes: [UInt8]
  /// The corners of each of the page's `markedCodes`, in their order, in shares of this picture's width and height, 0
  /// to 1; each as `FoundBarcode.position`.
  public var places: [[SIMD2<Double>]]

  /// The maximum size: 1 MiB.
  ///
  /// A card alone takes 0.05 to 0.15 MB at `longestSide`; a whole photo takes more.
  public static let maximumByteCount = 1 << 20
  /// The maximum longer side in pixels: an ID-1 card then has 475 pixels per inch.
  public static let longestSide = 1_600

  /// Makes a picture; a corner outside it is moved to its edge.
  public init(bytes: [UInt8], places: [[SIMD2<Double>]] = []) {
    self.bytes = bytes
    self.places = places.map { $0.map { $0.clamped(lowerBound: .zero, upperBound: .one) } }
  }

  /// Whether the size is allowed, and the bytes start and end like a JPEG (ITU-T T.81 B.1.1.3: SOI, then any marker;
  /// EOI).
  public var isWithinBounds: Bool {
    5...Self.maximumByteCount ~= bytes.count && bytes.starts(with: [0xFF, 0xD8, 0xFF])
      && bytes.suffix(2) == [0xFF, 0xD9]
  }
}
