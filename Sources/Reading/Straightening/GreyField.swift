/// A copy of part of a picture for measuring: light as numbers, interpolated between pixels.
struct GreyField {
  let width: Int
  let height: Int
  /// Row by row.
  var values: [Float]

  /// The part of `picture` that begins at `left`, `top`, with each square of `step` pixels averaged into one.
  init(
    _ picture: borrowing GreyPicture, left: Int = 0, top: Int = 0, width: Int, height: Int,
    step: Int = 1
  ) {
    let (across, down) = (width / step, height / step)
    let stride = picture.width
    let share = 1 / Float(step * step)
    self.width = across
    self.height = down
    values = unsafe picture.withPixels { pixels in
      unsafe [Float](unsafeUninitializedCapacity: across * down) { made, count in
        for y in 0..<down {
          for x in 0..<across {
            let corner = unsafe pixels + (top + y * step) * stride + left + x * step
            var sum = 0
            for row in 0..<step {
              for column in 0..<step { sum += unsafe Int(corner[row * stride + column]) }
            }
            unsafe made[y * across + x] = Float(sum) * share
          }
        }
        count = across * down
      }
    }
  }

  /// With each square of `step` pixels averaged into one.
  func shrunk(by step: Int) -> GreyField {
    if step == 1 { return self }
    let (across, down) = (width / step, height / step)
    var made = [Float](repeating: 0, count: across * down)
    let share = 1 / Float(step * step)
    for y in 0..<(down * step) {
      let (from, to) = (y * width, y / step * across)
      for x in 0..<across {
        var sum: Float = 0
        for at in (from + x * step)..<(from + (x + 1) * step) { sum += values[at] }
        made[to + x] += sum * share
      }
    }
    return GreyField(width: across, height: down, values: made)
  }

  /// A field of zeros.
  init(blank width: Int, by height: Int) {
    self.init(
      width: width, height: height, values: [Float](repeating: 0, count: width * height))
  }

  private init(width: Int, height: Int, values: [Float]) {
    self.width = width
    self.height = height
    self.values = values
  }

  /// The value at a point, interpolated from the four pixels around it; beyond the edge, that of the edge.
  @inline(__always)
  func callAsFunction(_ point: SIMD2<Float>) -> Float {
    let x = min(max(point.x, 0), Float(width) - 1.001)
    let y = min(max(point.y, 0), Float(height) - 1.001)
    let (column, row) = (Int(x), Int(y))
    let (right, below) = (x - Float(column), y - Float(row))
    let at = row * width + column
    let upper = values[at] + (values[at + 1] - values[at]) * right
    let lower = values[at + width] + (values[at + width + 1] - values[at + width]) * right
    return upper + (lower - upper) * below
  }

  /// The mean over a square of `2 * reach + 1` pixels around each pixel, smaller where the edge cuts it off.
  func mean(reach: Int) -> GreyField {
    var rows = [Float](repeating: 0, count: values.count)
    for y in 0..<height {
      let start = y * width
      var sum: Float = 0
      for x in 0..<min(reach, width) { sum += values[start + x] }
      for x in 0..<width {
        if x + reach < width { sum += values[start + x + reach] }
        if x - reach > 0 { sum -= values[start + x - reach - 1] }
        rows[start + x] = sum / Float(min(x + reach, width - 1) - max(x - reach, 0) + 1)
      }
    }
    var made = [Float](repeating: 0, count: values.count)
    var sums = [Float](repeating: 0, count: width)
    for y in 0..<min(reach, height) {
      for x in 0..<width { sums[x] += rows[y * width + x] }
    }
    for y in 0..<height {
      let (enters, leaves) = (y + reach, y - reach - 1)
      let share = 1 / Float(min(y + reach, height - 1) - max(y - reach, 0) + 1)
      if enters < height {
        for x in 0..<width { sums[x] += rows[enters * width + x] }
      }
      if leaves >= 0 {
        for x in 0..<width { sums[x] -= rows[leaves * width + x] }
      }
      for x in 0..<width { made[y * width + x] = sums[x] * share }
    }
    return GreyField(width: width, height: height, values: made)
  }

  /// How much lighter (up to 1) or darker (down to -1) each pixel is than its surroundings.
  ///
  /// `reach` is half the side of the square it is compared with; `isInverted` swaps light and dark.
  func contrast(reach: Int, isInverted: Bool) -> GreyField {
    let level = mean(reach: reach)
    var spread = self
    for at in values.indices { spread.values[at] = abs(values[at] - level.values[at]) }
    let typical = spread.mean(reach: reach)
    var made = self
    // Below about five grey levels there is only noise, whose share then stays small.
    let sign: Float = isInverted ? -1 : 1
    for at in values.indices {
      let share = (values[at] - level.values[at]) / max(typical.values[at], 5)
      made.values[at] = sign * min(max(share, -1), 1)
    }
    return made
  }
}
