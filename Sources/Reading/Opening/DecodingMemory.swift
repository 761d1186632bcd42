import Cvips

/// What decoding a picture takes of the reader's memory, and so how large a picture of each kind may be.
///
/// Where a decoder works row by row nothing grows with the picture; the others hold all of it at once.
struct DecodingMemory {
  /// What the reader may hold at most, in bytes.
  static let budget = 400_000_000
  /// What it holds besides the file and the decoder's pixels: itself, its libraries, and the shrunk picture.
  static let besides = 55_000_000
  /// Pictures with more pixels than this (in millions) are refused by their header: three times what phone
  /// cameras make by default, and what fits the reader's memory in any accepted format.
  static let maximumMegapixels = 100
  /// The longest side that is read, in pixels, which is JPEG's own limit (ITU-T T.81 B.2.2): decoders that
  /// work row by row hold up to hundreds of rows.
  static let longestSide = 65_535

  /// Pixels that may be decoded.
  let pixelLimit: Int

  /// The limit for a picture of that format with that header.
  init(_ bytes: RawSpan, format: PictureFormat, header: cvips_header) {
    let held = Self.bytesPerPixel(bytes, format: format, header: header)
    let available = Double(max(0, Self.budget - Self.besides - bytes.byteCount))
    pixelLimit = Int(
      min(
        Double(Self.maximumMegapixels * 1_000_000), held > 0 ? available / held : .infinity))
  }

  /// Whether a picture of that size is decoded.
  func allows(width: Int, height: Int) -> Bool {
    max(width, height) <= Self.longestSide && width * height <= pixelLimit
  }

  /// What the decoder holds for each pixel at its peak, in bytes: measured at 49 megapixels with libvips 8.14,
  /// at the most costly way of storing that the header leaves open.
  private static func bytesPerPixel(
    _ bytes: RawSpan, format: PictureFormat, header: cvips_header
  ) -> Double {
    let pixel = Double(header.pixel_byte_count)
    return switch format {
    // Several scans: a coefficient of 16 bits for each sample (full colour: 6.0). Else rows.
    case .jpeg: header.is_interlaced != 0 ? 2 * pixel : 0
    // Several passes: the picture (RGB: 3.1). Else rows.
    case .png: header.is_interlaced != 0 ? 1.05 * pixel : 0
    // Lossless: ARGB (4.2); else rows, but libvips does not say which.
    case .webp: 4.3
    // A row of tiles, twice, and tiles may be as large as the picture (RGB: 4.4). Strips are read by rows.
    case .tiff: 2 * pixel
    // The frame (5.0), and the one before it where the file asks for that.
    case .gif: 9
    // Drawn in tiles, and never larger than 23 megapixels (8.2).
    case .pdf: 9
    case .heif: HEIFPlanes(bytes).bytesPerPixel(pixelByteCount: Int(header.pixel_byte_count))
    }
  }
}
