/// The accepted picture formats, recognised by their first bytes alone, never by a name.
package enum PictureFormat: Int32, CaseIterable {
  case jpeg = 1
  case png
  case webp
  case heif
  case tiff
  case gif
  case pdf

  /// The format that the bytes begin with.
  ///
  /// - Throws: `ReadingError.empty`, `.formatNotAccepted` for pictures of other known formats, and `.notAPicture`.
  package init(_ bytes: RawSpan) throws(ReadingError) {
    if bytes.isEmpty { throw .empty }
    if let format = Self.allCases.first(where: { $0.begins(bytes) }) {
      self = format
    } else if let known = Self.refused.first(where: { bytes.has($0.beginning, at: 0) }) {
      throw .formatNotAccepted(name: known.name)
    } else {
      throw .notAPicture
    }
  }

  /// The format's common name.
  var name: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    case .heif: "HEIF"
    case .tiff: "TIFF"
    case .gif: "GIF"
    case .pdf: "PDF"
    }
  }

  /// Whether a file of this format may have several pages, each of which is read.
  var hasPages: Bool { self == .tiff || self == .pdf }

  // JPEG: ITU-T T.81 B.1.1.3 (SOI, then any marker). PNG: ISO/IEC 15948 5.2. WebP: RFC 9649 2.4.
  // HEIF and AVIF: ISO/IEC 14496-12 4.3 (`ftyp`), 23008-12 B.4, AV1 Image File Format 6.
  // TIFF 6.0 section 2, and BigTIFF. GIF89a section 17. PDF: ISO 32000-1 7.5.2; readers accept
  // the header within the first 1,024 bytes.
  private func begins(_ bytes: RawSpan) -> Bool {
    switch self {
    case .jpeg:
      bytes.has("\u{FF}\u{D8}\u{FF}", at: 0)
    case .png:
      bytes.has("\u{89}PNG\r\n\u{1A}\n", at: 0)
    case .webp:
      bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8)
    case .heif:
      bytes.has("ftyp", at: 4) && Self.heifBrands.contains { bytes.has($0, at: 8) }
    case .tiff:
      ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { bytes.has($0, at: 0) }
    case .gif:
      bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0)
    case .pdf:
      (0..<1_024).contains { bytes.has("%PDF-", at: $0) }
    }
  }

  private static let heifBrands = [
    "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "miaf", "avif", "avis",
  ]

  /// Picture formats that libraries would open but we refuse, so that the error can name them.
  private static let refused: [(name: String, beginning: String)] = [
    ("SVG", "<svg"), ("SVG or XML", "<?xml"), ("XPM", "/* XPM */"), ("FITS", "SIMPLE  ="),
    ("BMP", "BM"), ("Photoshop", "8BPS"), ("JPEG XL", "\u{FF}\u{0A}"),
    ("JPEG XL", "\0\0\0\u{0C}JXL "), ("JPEG 2000", "\0\0\0\u{0C}jP  "),
    ("JPEG 2000", "\u{FF}\u{4F}\u{FF}\u{51}"), ("Radiance", "#?RADIANCE"), ("OpenEXR", "v/1\u{01}"),
    ("Netpbm", "P4\n"), ("Netpbm", "P5\n"), ("Netpbm", "P6\n"), ("PostScript", "%!PS"),
  ]
}

extension RawSpan {
  /// Whether the bytes from `offset` on are the scalars of `text`, one byte each.
  func has(_ text: String, at offset: Int) -> Bool {
    var index = offset
    for scalar in text.unicodeScalars {
      guard index < byteCount, UInt32(self[index]) == scalar.value else { return false }
      index += 1
    }
    return true
  }

  subscript(index: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }
}
