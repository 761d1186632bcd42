/// All that was found on one picture, or on one page of a document.
public struct PictureReading: Sendable, Hashable {
  /// Which page of the document, from 1; 1 for a photo.
  public var page: Int
  /// How many pages the document has; 1 for a photo.
  public var pageCount: Int
  /// Width of the upright picture in pixels.
  public var width: Int
  /// Height of the upright picture in pixels.
  public var height: Int
  /// The codes, sure ones first, then from top to bottom.
  public var codes: [FoundBarcode]

  /// Makes a reading of one picture.
  public init(page: Int, pageCount: Int, width: Int, height: Int, codes: [FoundBarcode]) {
    self.page = page
    self.pageCount = pageCount
    self.width = width
    self.height = height
    self.codes = codes
  }
}
