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
    for place in 0..<max(0, min(Self.searchedByteCount, bytes.byteCount) - 24)
    where bytes[place + 3] == UInt8(ascii: "C") {
      // `hvcC`: ISO/IEC 14496-15 8.3.3.1, chroma_format_idc. `av1C`: AV1 in ISOBMFF 2.3.3, chroma_subsampling.
      if bytes.has("hvcC", at: place) {
        isReduced = isReduced && bytes[place + 4 + 16] & 0x03 <= 1
      } else if bytes.has("av1C", at: place) {
        isReduced = isReduced && bytes[place + 4 + 2] & 0x0C == 0x0C
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
