import Cards
import Cpeer
import Reading

/// A camera's frame: one byte per pixel, 0 for black.
struct GreyFrame {
  /// Pixels of a frame, in millions: 1280 x 720.
  static let megapixels = 0.92

  var width: Int
  var height: Int
  var pixels: [UInt8]

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// A photo, shrunk to a frame's size if it is larger; `nil` when libvips cannot open it.
  init?(photo bytes: [UInt8]) {
    guard let opened = Self(opening: bytes) else { return nil }
    self = opened
    if Double(width * height) / 1_000_000 > Self.megapixels,
      let file = ResizedPhoto.jpeg(bytes, megapixels: Self.megapixels),
      let shrunk = Self(opening: file)
    {
      self = shrunk
    }
  }

  private init?(opening bytes: [UInt8]) {
    var grey = unsafe cpeer_grey()
    guard unsafe cpeer_open(bytes, bytes.count, &grey) == 0 else { return nil }
    defer { unsafe cpeer_close(&grey) }
    (width, height) = unsafe (Int(grey.width), Int(grey.height))
    pixels = unsafe Array(UnsafeBufferPointer(start: grey.pixels, count: width * height))
  }

  /// How many codes ZXing alone finds.
  func peerCount() -> Int {
    var pixels = pixels
    let size = (Int32(width), Int32(height))
    return unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      var grey = unsafe cpeer_grey(pixels: buffer.baseAddress, width: size.0, height: size.1)
      return max(0, Int(unsafe cpeer_read(&grey)))
    }
  }

  /// The sure codes that our reader finds; none when it refuses the frame.
  func sureCodes(by reader: FrameReader) -> [Barcode] {
    let reading = try? reader.read(
      luma: pixels, width: width, height: height, stride: width,
      symbologies: Set(Symbology.allCases))
    return reading?.codes.filter(\.found.isSure).map(\.found.barcode) ?? []
  }
}
