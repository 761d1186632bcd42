internal import Cvips
internal import Glibc

/// A picture with one byte per pixel, 0 for black, and no gaps between rows.
@safe
struct GreyPicture: ~Copyable {
  fileprivate let picture: cvips_grey

  /// Takes ownership of pixels that libvips made.
  init(owning picture: cvips_grey) {
    unsafe self.picture = picture
  }

  deinit {
    unsafe free(picture.pixels)
  }

  var width: Int { unsafe Int(picture.width) }
  var height: Int { unsafe Int(picture.height) }

  /// The pixels, for a library that reads them in place.
  func withPixels<Answer>(_ body: (UnsafePointer<UInt8>) -> Answer) -> Answer {
    unsafe body(UnsafePointer(picture.pixels))
  }

  /// The grey level of the pixel at a point, or of the nearest one.
  func level(at point: SIMD2<Double>) -> UInt8 {
    let x = max(0, min(width - 1, Int(point.x)))
    let y = max(0, min(height - 1, Int(point.y)))
    return unsafe picture.pixels[y * width + x]
  }

  /// Makes a picture row by row, each of `width` pixels; `nil` when out of memory.
  init?(width: Int, height: Int, row: (Int) -> ArraySlice<UInt8>) {
    guard width > 0, height > 0, let pixels = unsafe malloc(width * height) else { return nil }
    for y in 0..<height {
      let levels = row(y)
      precondition(levels.count >= width)
      unsafe levels.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(start: pixels + y * width, count: width)
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(width)))
      }
    }
    unsafe self.init(
      owning: cvips_grey(
        pixels: pixels.assumingMemoryBound(to: UInt8.self), width: Int32(width),
        height: Int32(height)))
  }

  /// Draws a picture, each pixel by `shade`; `nil` when out of memory.
  init?(width: Int, height: Int, shade: (_ x: Int, _ y: Int) -> UInt8) {
    self.init(width: width, height: height, row: { y in (0..<width).map { shade($0, y) }[...] })
  }
}

// MARK: Altered copies

extension GreyPicture {
  /// Turned clockwise about the middle, on a white background that holds all of it.
  func turned(degrees: Double) -> GreyPicture? {
    unsafe altered { unsafe cvips_turn($0, degrees, $1) }
  }

  /// Twice as wide and high.
  func doubled() -> GreyPicture? {
    unsafe altered { unsafe cvips_double($0, $1) }
  }

  /// Sharpened by unsharp masking, over 2 pixels.
  func sharpened() -> GreyPicture? {
    unsafe altered { unsafe cvips_sharpen($0, $1) }
  }

  /// Blurred by 0.7 pixels.
  func smoothed() -> GreyPicture? {
    unsafe altered { unsafe cvips_smooth($0, $1) }
  }

  /// With dark and light swapped.
  func inverted() -> GreyPicture? {
    unsafe altered { unsafe cvips_invert($0, $1) }
  }

  /// With its contrast evened out locally (CLAHE).
  func evened() -> GreyPicture? {
    unsafe altered { unsafe cvips_even_out($0, $1) }
  }

  /// Half as wide and high.
  func halved() -> GreyPicture? {
    unsafe altered { unsafe cvips_halve($0, $1) }
  }

  /// The middle of the picture: `share` of its width and height.
  func middle(share: Double) -> GreyPicture? {
    unsafe altered { unsafe cvips_middle($0, share, $1) }
  }

  private func altered(
    _ alter: (UnsafePointer<cvips_grey>, UnsafeMutablePointer<cvips_grey>) -> Int32
  ) -> GreyPicture? {
    unsafe withUnsafePointer(to: picture) { from in
      var made = unsafe cvips_grey()
      return unsafe alter(from, &made) == Int32(CVIPS_OK.rawValue)
        ? GreyPicture(owning: made) : nil
    }
  }
}

/// A picture made from another, with the map back to that one.
struct AlteredPicture: ~Copyable {
  let picture: GreyPicture
  let mapping: Mapping
}

extension GreyPicture {
  /// Turned clockwise.
  func turned(by degrees: Double) -> AlteredPicture? {
    guard let altered = turned(degrees: degrees) else { return nil }
    let mapping = Mapping(
      turning: degrees, from: SIMD2(Double(altered.width), Double(altered.height)) / 2,
      to: SIMD2(Double(width), Double(height)) / 2)
    return AlteredPicture(picture: altered, mapping: mapping)
  }

  /// The middle 60 % of width and height at twice the size.
  func middleEnlarged() -> AlteredPicture? {
    guard let middle = middle(share: 0.6) else { return nil }
    let corner = SIMD2(Double((width - middle.width) / 2), Double((height - middle.height) / 2))
    guard let altered = middle.doubled() else { return nil }
    let mapping = Mapping(origin: corner, across: SIMD2(0.5, 0), down: SIMD2(0, 0.5))
    return AlteredPicture(picture: altered, mapping: mapping)
  }
}
