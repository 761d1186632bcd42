import Cdrawing
import Glibc

/// A photo resized in memory.
///
/// What is tried on a picture depends on how many pixels it has, so the time for a megapixel cannot be derived from
/// a smaller photo.
enum ResizedPhoto {
  /// Photos with fewer pixels, in millions, would be little more than blur when enlarged.
  static let leastMegapixels = 0.05

  /// The photo as JPEG with this many pixels, in millions; `nil` when libvips cannot open it.
  static func jpeg(_ bytes: [UInt8], megapixels: Double) -> [UInt8]? {
    var file: UnsafeMutablePointer<UInt8>?
    var byteCount = 0
    guard
      unsafe cdrawing_resize(bytes, bytes.count, megapixels * 1_000_000, &file, &byteCount) == 0
    else { return nil }
    defer { unsafe free(file) }
    return unsafe [UInt8](UnsafeBufferPointer(start: file, count: byteCount))
  }
}
