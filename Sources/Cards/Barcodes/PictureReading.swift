/// Everything found in one picture, or on one page of a document.
public struct PictureReading: Sendable, Hashable {
  /// Which page of the document, from 1; 1 for a photo.
  public var page: Int
  /// How many pages the document has; 1 for a photo.
  public var pageCount: Int
  /// Width of the upright picture in pixels.
  public var width: Int
  /// Height of the upright picture in pixels.
  public var height: Int
  /// The codes: sure ones first, then from top to bottom.
  public var codes: [FoundBarcode]
  /// Codes of which only some characters were read, where there is no whole one; 16 at most.
  public var partialCodes: [PartialBarcode]
  /// Whether it showed a vault's key, which none of the codes contains.
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
