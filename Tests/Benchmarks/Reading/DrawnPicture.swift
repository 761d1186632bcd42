import Cdrawing
import Cpictures
import Glibc

/// A picture drawn for the benchmark: 4 to 3 in shape, RGB.
@safe
struct DrawnPicture: ~Copyable {
  /// How a picture is encoded.
  struct Encoding {
    var name: String
    /// libvips' notation for it, such as `.jpg[Q=85]`.
    var suffix: String
    var isCMYK = false
    var is16Bit = false

    /// Roughly as phones save photos.
    static let jpeg = Encoding(name: "JPEG", suffix: ".jpg[Q=85]")
    static let heic = Encoding(name: "HEIC", suffix: ".heic[Q=50,effort=0]")
  }

  let width: Int
  let height: Int
  private let pixels: UnsafeMutablePointer<UInt8>

  /// Draws a picture of at most this many pixels, in millions; `nil` when libvips fails.
  init?(_ subject: cdrawing_subject, megapixels: Double) {
    let unit = Int((megapixels * 1_000_000 / 12).squareRoot())
    (width, height) = (unit * 4, unit * 3)
    var drawn: UnsafeMutablePointer<UInt8>?
    guard unsafe cdrawing_draw(subject, Int32(width), Int32(height), &drawn) == 0,
      let made = unsafe drawn
    else { return nil }
    unsafe pixels = made
  }

  deinit {
    unsafe free(pixels)
  }

  /// The picture's file; `nil` when this libvips has no encoder for it.
  func encoded(_ encoding: Encoding) -> [UInt8]? {
    var storage = cpictures_storage()
    storage.is_cmyk = encoding.isCMYK ? 1 : 0
    storage.is_16_bit = encoding.is16Bit ? 1 : 0
    var file: UnsafeMutablePointer<UInt8>?
    var byteCount = 0
    guard
      unsafe cpictures_save(
        pixels, Int32(width), Int32(height), 3, encoding.suffix, storage, &file, &byteCount) == 0
    else { return nil }
    defer { unsafe free(file) }
    return unsafe [UInt8](UnsafeBufferPointer(start: file, count: byteCount))
  }
}
