/// Everything found in one picture, or on one page of a document.
public struct PictureReading: Sendable, Hashable {
  /// Which page of the document, from 1; 1 for a photo.
  public var page: Int
  /// How many pages the document has, or pictures the animation, of which only the first is read; 1 for a photo.
  public var pageCount: Int
  /// Width of the upright picture in pixels.
  public var width: Int
  /// Height of the upright picture in pixels.
  public var height: Int
  /// The codes: sure ones first, then from top to bottom.
  public var codes: [FoundBarcode]
  /// Codes of which only some characters could be read; at most 16.
  public var partialCodes: [PartialBarcode]
  /// Whether the picture showed a vault's key; keys are left out of `codes`.
  public var holdsKey: Bool

  /// Makes a reading of one picture.
  public init(
    page: Int, pageCount: Int, width: Int, height: Int, codes: [FoundBarcode],
    partialCodes: [PartialBarcode] = [], holdsKey: Bool = false
  ) {
    self.page = page
    self.pageCount = pageCount
    self.width = width
    self.height = height
    self.codes = codes
    self.partialCodes = partialCodes
    self.holdsKey = holdsKey
  }

  /// The codes to point out on the stored picture: those read whole; if there are none, those read in part.
  public var markedCodes: [FoundBarcode] {
    codes.isEmpty ? partialCodes.map(FoundBarcode.init) : codes
  }

  /// The same without codes that contain a vault's key; if there were any, `holdsKey` is set.
  public func withoutKeys() -> PictureReading {
    var reading = self
    reading.codes.removeAll { KeyMark.isIn($0.barcode) }
    reading.holdsKey = holdsKey || reading.codes.count < codes.count
    return reading
  }
}

/// A picture of a card that is stored with it: small, upright, and without metadata.
public struct KeptPicture: Sendable, Hashable {
  /// A JPEG (ITU-T T.81), at most `maxByteCount` bytes.
  public var bytes: [UInt8]
  /// The corners of each of the page's `markedCodes`, in the same order, as shares of this picture's width and height
  /// (0 to 1); ordered as in `FoundBarcode.position`.
  public var places: [[SIMD2<Double>]]

  /// The maximum size: 1 MiB.
  ///
  /// A card alone takes 0.05 to 0.15 MB at `longestSide`; a whole photo takes more.
  public static let maxByteCount = 1 << 20
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
    5...Self.maxByteCount ~= bytes.count && bytes.starts(with: [0xFF, 0xD8, 0xFF])
      && bytes.suffix(2) == [0xFF, 0xD9]
  }
}
