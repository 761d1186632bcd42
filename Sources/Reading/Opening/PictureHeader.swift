import Cvips

/// What a picture says of itself before any pixel is decoded.
struct PictureHeader {
  /// Size of the upright picture in pixels.
  let width: Int
  let height: Int
  /// Pages of the document; 1 for a photo.
  let pageCount: Int

  /// Reads the header of page `page`, from 0.
  ///
  /// - Throws: `ReadingError.tooLarge` when there are more pixels than `PictureReader.maximumMegapixels`,
  ///   or what the decoder objects to.
  init(_ bytes: RawSpan, format: PictureFormat, page: Int) throws(ReadingError) {
    var header = cvips_header()
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cvips_read_header(
        buffer.baseAddress, buffer.count, format.rawValue, Int32(page), &header)
    }
    try check(status, format: format)
    // EXIF orientations 5 to 8 lie on their side (TIFF 6.0, tag 274).
    let turned = header.orientation >= 5
    width = Int(turned ? header.height : header.width)
    height = Int(turned ? header.width : header.height)
    pageCount = max(1, Int(header.page_count))
    let megapixels = (width * height + 999_999) / 1_000_000
    if megapixels > PictureReader.maximumMegapixels { throw .tooLarge(megapixels: megapixels) }
  }
}
