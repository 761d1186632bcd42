/// The gradient at each pixel of a picture, taken from the colour that changes fastest there (Di Zenzo, A Note on the
/// Gradient of a Multi-Image, 1986).
struct EdgeField {
  let width: Int
  let height: Int
  /// In levels per pixel, row by row; 0 along the border.
  private(set) var across: [Float]
  private(set) var down: [Float]

  /// The weakest gradient that counts as an edge, in levels per pixel: below it is the noise of a phone camera in a dim
  /// room.
  static let faintest: Float = 3

  /// Measures `picture`, with each block of `step` x `step` pixels averaged into one.
  init(_ picture: borrowing ColourPicture, step: Int) {
    let (width, height) = (picture.width / step, picture.height / step)
    self.width = width
    self.height = height
    across = [Float](repeating: 0, count: width * height)
    down = across
    var strongest = across
    for band in 0..<3 {
      let plane = Self.plane(picture, band: band, step: step, width: width, height: height)
      guard width > 2, height > 2 else { return }
      for y in 1..<(height - 1) {
        for x in 1..<(width - 1) {
          let at = y * width + x
          // The Sobel operator divided by 8, so that the gradient of a ramp is its slope.
          let (above, below) = (at - width, at + width)
          let diagonal = plane[below + 1] - plane[above - 1]
          let other = plane[above + 1] - plane[below - 1]
          let right = (2 * (plane[at + 1] - plane[at - 1]) + diagonal + other) / 8
          let downward = (2 * (plane[below] - plane[above]) + diagonal - other) / 8
          let strength = right * right + downward * downward
          if strength > strongest[at] {
            strongest[at] = strength
            across[at] = right
            down[at] = downward
          }
        }
      }
    }
  }

  private static func plane(
    _ picture: borrowing ColourPicture, band: Int, step: Int, width: Int, height: Int
  ) -> [Float] {
    let stride = picture.width * 3
    let share = 1 / Float(step * step)
    return unsafe picture.withPixels { pixels in
      unsafe [Float](unsafeUninitializedCapacity: width * height) { made, count in
        for y in 0..<height {
          for x in 0..<width {
            let corner = unsafe pixels + y * step * stride + x * step * 3 + band
            var sum = 0
            for row in 0..<step {
              for column in 0..<step { sum += unsafe Int(corner[row * stride + column * 3]) }
            }
            unsafe made[y * width + x] = Float(sum) * share
          }
        }
        count = width * height
      }
    }
  }

  /// The absolute change along `direction`, a unit vector, in levels per pixel, interpolated between four pixels.
  @inline(__always)
  func change(at point: SIMD2<Float>, along direction: SIMD2<Float>) -> Float {
    // The centre of the first pixel is at (0.5, 0.5).
    let x = point.x - 0.5
    let y = point.y - 0.5
    guard x >= 0, y >= 0, x < Float(width - 1), y < Float(height - 1) else { return 0 }
    let (column, row) = (Int(x), Int(y))
    let (right, below) = (x - Float(column), y - Float(row))
    let at = row * width + column
    let upper = change(at, direction) * (1 - right) + change(at + 1, direction) * right
    let lower =
      change(at + width, direction) * (1 - right) + change(at + width + 1, direction) * right
    return upper * (1 - below) + lower * below
  }

  /// The same at one pixel.
  @inline(__always)
  private func change(_ index: Int, _ direction: SIMD2<Float>) -> Float {
    abs(across[index] * direction.x + down[index] * direction.y)
  }
}
