internal import Cvips
internal import Glibc

/// A picture with three bytes per pixel (red, green and blue, sRGB), and no gaps between rows.
@safe
struct ColourPicture: ~Copyable {
  private let picture: cvips_colour

  /// Takes ownership of pixels that libvips made.
  init(owning picture: cvips_colour) {
    unsafe self.picture = picture
  }

  deinit {
    unsafe free(picture.pixels)
  }

  var width: Int { unsafe Int(picture.width) }
  var height: Int { unsafe Int(picture.height) }

  /// The pixels, read in place.
  func withPixels<Answer>(_ body: (UnsafePointer<UInt8>) -> Answer) -> Answer {
    unsafe body(UnsafePointer(picture.pixels))
  }

  /// Draws a picture, each pixel by `shade`; `nil` when out of memory.
  init?(width: Int, height: Int, shade: (_ x: Int, _ y: Int) -> SIMD3<UInt8>) {
    guard width > 0, height > 0, let made = unsafe malloc(width * height * 3) else { return nil }
    let pixels = unsafe made.bindMemory(to: UInt8.self, capacity: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let colour = shade(x, y)
        for band in 0..<3 { unsafe pixels[(y * width + x) * 3 + band] = colour[band] }
      }
    }
    unsafe self.init(
      owning: cvips_colour(pixels: pixels, width: Int32(width), height: Int32(height)))
  }

  /// Shrunk so that its longer side is at most `longest` pixels; `nil` when out of memory.
  func shrunk(longest: Int) -> ColourPicture? {
    let factor = min(1, Double(longest) / Double(max(width, height)))
    return unsafe altered { unsafe cvips_shrink_colour($0, factor, $1) }
  }

  /// Resampled through a perspective map, with linear interpolation.
  ///
  /// - Parameters:
  ///   - map: from points of the new picture to points of this one; (0, 0) is the first pixel's top left corner.
  ///   - width: the width of the new picture in pixels.
  ///   - height: its height.
  /// - Returns: `nil` when out of memory, or if this picture is less than two pixels wide or high.
  func projected(by map: PerspectiveMap, width: Int, height: Int) -> ColourPicture? {
    // In C, (0, 0) is the centre of the first pixel.
    let shifted = map.shifted(from: SIMD2(0.5, 0.5), to: SIMD2(-0.5, -0.5))
    let numbers = shifted.numbers
    return unsafe altered { from, to in
      unsafe cvips_project_colour(from, numbers, Int32(width), Int32(height), to)
    }
  }

  /// Encodes the picture without metadata.
  ///
  /// - Parameter quality: From 1 to 100, on libjpeg's scale.
  /// - Returns: A JPEG; `nil` when out of memory.
  func jpeg(quality: Int) -> [UInt8]? {
    unsafe withUnsafePointer(to: picture) { from in
      var bytes: UnsafeMutablePointer<UInt8>?
      var count = 0
      guard
        unsafe cvips_save_jpeg(from, Int32(quality), &bytes, &count) == Int32(CVIPS_OK.rawValue)
      else { return nil }
      defer { unsafe cvips_free_bytes(bytes) }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  private func altered(
    _ alter: (UnsafePointer<cvips_colour>, UnsafeMutablePointer<cvips_colour>) -> Int32
  ) -> ColourPicture? {
    unsafe withUnsafePointer(to: picture) { from in
      var made = unsafe cvips_colour()
      return unsafe alter(from, &made) == Int32(CVIPS_OK.rawValue)
        ? ColourPicture(owning: made) : nil
    }
  }
}

extension ColourPicture {
  /// Decodes an opened page in colour; otherwise like `GreyPicture`.
  init(_ bytes: RawSpan, of page: borrowing PictureHeader, longest: Int) throws(ReadingError) {
    var made = unsafe cvips_colour()
    unsafe try page.decode(bytes, longest: longest, into: &made)
    unsafe self.init(owning: made)
  }
}
