package import Cvips

/// An opened page, and what its header says before any pixel is decoded.
@safe
package struct PictureHeader: ~Copyable {
  /// Size of the upright picture in pixels.
  package let width: Int
  package let height: Int
  /// Pages of the document, or pictures of the animation; 1 for a photo.
  let pageCount: Int

  private let opened: OpenedPage

  /// Opens page `page`, counted from 0, with a document's password if it has one.
  ///
  /// - Throws: `ReadingError.tooLarge` if decoding it would need more memory than `DecodingMemory` allows, or the
  ///   decoder's own error.
  package init(
    _ bytes: RawSpan, format: PictureFormat, page: Int, password: [UInt8]? = nil
  ) throws(ReadingError) {
    let opened = try Self.opened(bytes, format: format, page: page, password: password)
    let header = opened.header
    // EXIF orientations 5 to 8 swap width and height (TIFF 6.0, tag 274).
    let (stored, turned) = ((header.width, header.height), (header.height, header.width))
    let upright = header.orientation >= 5 ? turned : stored
    let size = (width: Int(upright.0), height: Int(upright.1))
    let memory = DecodingMemory(bytes, format: format, header: header)
    if !memory.allows(width: size.width, height: size.height) {
      throw .tooLarge(megapixels: (size.width * size.height + 999_999) / 1_000_000)
    }
    (width, height) = size
    pageCount = max(1, Int(header.page_count))
    self.opened = opened
  }

  /// Opens a page with the password in UTF-8, or else in ISO-8859-1, as documents before PDF 2.0 have it (PDFDocEncoding:
  /// ISO 32000-1, 7.6.3.3 and D.2): the library converts it only where it may read the system's tables of charsets.
  private static func opened(
    _ bytes: RawSpan, format: PictureFormat, page: Int, password: [UInt8]?
  ) throws(ReadingError) -> OpenedPage {
    do throws(ReadingError) {
      return try OpenedPage(bytes, format: format, page: page, password: password)
    } catch {
      guard case .damaged = error, format == .pdf, bytes.isEncryptedDocument else { throw error }
    }
    let letters = password.flatMap { String(validating: $0, as: UTF8.self) }.map { text in
      text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
    }
    guard let letters, letters.count < password?.count ?? 0 else { throw .locked }
    do throws(ReadingError) {
      return try OpenedPage(bytes, format: format, page: page, password: letters)
    } catch {
      if case .damaged = error { throw .locked }
      throw error
    }
  }

  /// Whether the picture is transparent, and laid on black instead of white from now on.
  func layOnBlack() -> Bool { opened.layOnBlack() }

  /// Whether a page of a document is drawn at twice the resolution from now on; `width` and `height` stay as they are.
  func redraw() -> Bool { opened.redraw() }

  /// Decodes the page to grey; `bytes` must be those that the page was opened from.
  func decode(_ bytes: RawSpan, longest: Int, into made: inout cvips_grey) throws(ReadingError) {
    unsafe try opened.decode(bytes, longest: longest, into: &made)
  }

  /// The same in colour.
  package func decode(
    _ bytes: RawSpan, longest: Int, into made: inout cvips_colour
  ) throws(ReadingError) {
    unsafe try opened.decode(bytes, longest: longest, into: &made)
  }
}

extension RawSpan {
  /// Whether a PDF says that it is encrypted: the dictionary that does is never compressed (ISO 32000-1 7.5.5, 7.5.8.2).
  fileprivate var isEncryptedDocument: Bool {
    (0..<byteCount).contains { self[$0] == UInt8(ascii: "/") && has("/Encrypt", at: $0) }
  }
}

extension GreyPicture {
  /// Decodes an opened page, upright, with its longer side about `longest` pixels; 0 for full size.
  ///
  /// `bytes` must be those that the page was opened from.
  init(_ bytes: RawSpan, of page: borrowing PictureHeader, longest: Int) throws(ReadingError) {
    var made = unsafe cvips_grey()
    unsafe try page.decode(bytes, longest: longest, into: &made)
    unsafe self.init(owning: made)
  }
}

/// Owns the C shim's handle of an opened page.
@safe
private struct OpenedPage: ~Copyable {
  let header: cvips_header
  private let picture: OpaquePointer
  private let format: PictureFormat

  init(
    _ bytes: RawSpan, format: PictureFormat, page: Int, password: [UInt8]?
  ) throws(ReadingError) {
    let password = (password ?? []).map { CChar(bitPattern: $0) } + [0]
    var header = cvips_header()
    var picture: OpaquePointer?
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cvips_open(
        buffer.baseAddress, buffer.count, format.rawValue, Int32(page), password, &picture, &header)
    }
    try check(status, format: format)
    guard let opened = unsafe picture else { throw .outOfMemory }
    unsafe self.picture = opened
    self.header = header
    self.format = format
  }

  deinit {
    unsafe cvips_close(picture)
  }

  func layOnBlack() -> Bool { unsafe cvips_lay_on_black(picture) != 0 }

  func redraw() -> Bool { unsafe cvips_redraw(picture, 2) != 0 }

  func decode(_ bytes: RawSpan, longest: Int, into made: inout cvips_grey) throws(ReadingError) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cvips_read(picture, buffer.baseAddress, buffer.count, Int32(longest), &made)
    }
    try check(status, format: format)
  }

  func decode(_ bytes: RawSpan, longest: Int, into made: inout cvips_colour) throws(ReadingError) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe cvips_read_colour(picture, buffer.baseAddress, buffer.count, Int32(longest), &made)
    }
    try check(status, format: format)
  }
}

/// Throws the error for a status of the C shim.
private func check(_ status: Int32, format: PictureFormat) throws(ReadingError) {
  switch UInt32(status) {
  case CVIPS_OK.rawValue: return
  case CVIPS_OUT_OF_MEMORY.rawValue: throw .outOfMemory
  case CVIPS_NO_LOADER.rawValue: throw .decoderMissing(name: format.name)
  default: throw .damaged(detail: unsafe String(cString: cvips_reason()))
  }
}

/// The image library's decoders.
public enum Decoders {
  /// Starts the image library with only the loaders of accepted formats enabled.
  ///
  /// Decodes one tiny picture of each kind whose decoder loads parts of itself on first use, so that nothing is left
  /// to load in the sandbox. Call it once per process, before the sandbox closes. Takes about 20 ms.
  ///
  /// - Throws: `ReadingError.decodersUnavailable` when the library does not start. A missing decoder is reported
  ///   when a picture of its format is opened.
  public static func warmUp() throws(ReadingError) {
    guard cvips_start() == Int32(CVIPS_OK.rawValue) else { throw .decodersUnavailable }
    cvips_load_decoders()
  }
}
