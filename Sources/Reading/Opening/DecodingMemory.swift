internal import Cvips

/// How much of the reader's memory decoding a picture needs, and so how large a picture of each format may be.
///
/// A decoder that works row by row needs the same memory for any size; the others hold the whole picture at once.
struct DecodingMemory {
  /// The most memory that the reader may use, in bytes.
  static let budget = 400_000_000
  /// Memory for everything but the file and the decoder's pixels: the reader itself, its libraries, and the shrunk
  /// picture.
  static let overhead = 55_000_000
  /// Pictures with more pixels than this (in millions) are refused by their header: phone cameras make up to 200.
  ///
  /// Decoders that hold the whole picture refuse smaller ones, since it would not fit the reader's memory.
  static let maxMegapixels = 250
  /// The longest side that is read, in pixels, which is JPEG's own limit (ITU-T T.81 B.2.2): decoders that work row
  /// by row hold up to hundreds of rows.
  static let longestSide = 65_535

  /// The most pixels that may be decoded.
  let pixelLimit: Int

  /// The limit for a picture of `format` with this header.
  init(_ bytes: RawSpan, format: PictureFormat, header: cvips_header) {
    let held = Self.bytesPerPixel(bytes, format: format, header: header)
    let available = Double(max(0, Self.budget - Self.overhead - bytes.byteCount))
    pixelLimit = Int(
      min(
        Double(Self.maxMegapixels * 1_000_000), held > 0 ? available / held : .infinity))
  }

  /// Whether a picture of that size may be decoded.
  func allows(width: Int, height: Int) -> Bool {
    max(width, height) <= Self.longestSide && width * height <= pixelLimit
  }

  /// What the decoder holds per pixel at its peak, in bytes: measured at 49 megapixels with libvips 8.14, for the
  /// most costly way of storing the picture that the header allows.
  private static func bytesPerPixel(
    _ bytes: RawSpan, format: PictureFormat, header: cvips_header
  ) -> Double {
    let pixel = Double(header.pixel_byte_count)
    return switch format {
    // With several scans: a 16-bit coefficient for each sample (full colour: 6.0). Otherwise rows.
    case .jpeg: header.is_interlaced != 0 ? 2 * pixel : 0
    // With several passes: the picture (RGB: 3.1). Otherwise rows.
    case .png: header.is_interlaced != 0 ? 1.05 * pixel : 0
    // Lossless: ARGB (4.2). Otherwise rows, but libvips does not say which it is.
    case .webp: 4.3
    // A row of tiles, twice, and tiles may be as large as the picture (RGB: 4.4). Strips are read row by row.
    case .tiff: 2 * pixel
    // The frame (5.0), and the previous one if the file needs it.
    case .gif: 9
    // Drawn in tiles, and never larger than 23 megapixels (8.2).
    case .pdf: 9
    case .heif: HEIFPlanes(bytes).bytesPerPixel(pixelByteCount: Int(header.pixel_byte_count))
    }
  }
}

/// How HEIC and AVIF pictures store colour, which determines their decoders' memory.
struct HEIFPlanes {
  /// Whether all colour in the file is stored at half the width and height (4:2:0), as cameras do.
  let isSubsampled: Bool
  /// Whether any of it is AV1; otherwise it is HEVC.
  let isAV1: Bool

  /// Codec configurations are in the `meta` box, which comes before the pixels.
  private static let searchedByteCount = 1 << 16

  /// Finds the codec configurations; without any, full colour is assumed.
  init(_ bytes: RawSpan) {
    var found = 0
    var isReduced = true
    var isAV1 = false
    for offset in 0..<max(0, min(Self.searchedByteCount, bytes.byteCount) - 24)
    where bytes[offset + 3] == UInt8(ascii: "C") {
      // `hvcC`: ISO/IEC 14496-15 8.3.3.1, chroma_format_idc. `av1C`: AV1 in ISOBMFF 2.3.3, chroma_subsampling.
      if bytes.has("hvcC", at: offset) {
        isReduced = isReduced && bytes[offset + 4 + 16] & 0x03 <= 1
      } else if bytes.has("av1C", at: offset) {
        isReduced = isReduced && bytes[offset + 4 + 2] & 0x0C == 0x0C
        isAV1 = true
      } else {
        continue
      }
      found += 1
    }
    isSubsampled = found > 0 && isReduced
    self.isAV1 = isAV1
  }

  /// What the decoder holds per pixel, in bytes.
  ///
  /// Measured at 49 and 50 megapixels with libheif 1.15 (libde265: 6.2, dav1d: 6.7; full colour: 12.9). Planes and
  /// pixels of more than 8 bits need twice that, and each has one more band with transparency.
  func bytesPerPixel(pixelByteCount: Int) -> Double {
    let sampleByteCount = pixelByteCount > 4 ? 2 : 1
    let hasAlpha = pixelByteCount / sampleByteCount == 4
    let opaque = isSubsampled ? (isAV1 ? 6.8 : 6.3) : 13
    return (opaque + (hasAlpha ? 2 : 0)) * Double(sampleByteCount)
  }
}
