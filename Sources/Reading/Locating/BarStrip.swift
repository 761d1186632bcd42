internal import Glibc

/// A straightened region of bars: bars upright, with one row for each band along them.
///
/// Each band's row is the mean of its scan lines, which removes noise and keeps bars sharp. Each row is repeated,
/// since engines skip pictures with few rows.
struct BarStrip: ~Copyable {
  /// Rows of each band.
  static let rowsPerBand = 3
  private static let maxBands = 16
  /// The width that strips are enlarged to: a symbol of 100 modules then has 6 pixels per module.
  private static let wantedWidth = 640.0
  private static let maxEnlargement = 3.0
  /// Paper beyond the region on both sides, as a share of its length.
  static let margin = 0.15

  let picture: GreyPicture
  /// Where the strip's points are on the picture.
  let mapping: Mapping

  /// Samples `region`; `nil` when out of memory.
  init?(_ region: BarRegion, of picture: borrowing GreyPicture) {
    let reach = region.length * (1 + 2 * Self.margin)
    let enlargement = max(1, min(Self.maxEnlargement, Self.wantedWidth / region.length))
    let columns = Int(reach * enlargement)
    let bands = max(1, min(Self.maxBands, Int(region.height / 2)))
    let lines = max(1, min(8, Int(region.height) / bands))
    var rows = [[UInt8]]()
    for band in 0..<bands {
      let sides = (0..<lines).map { line in
        let share = (Double(line) + 0.5) / Double(lines)
        return region.height * ((Double(band) + share) / Double(bands) - 0.5)
      }
      rows.append(
        picture.meanRow(of: region, sides: sides, reach: reach / 2, columns: columns))
    }
    guard
      let made = GreyPicture(
        width: columns, height: bands * Self.rowsPerBand,
        row: { rows[$0 / Self.rowsPerBand][...] })
    else { return nil }
    self.picture = made
    let step = region.height / Double(bands * Self.rowsPerBand)
    mapping = Mapping(
      origin: region.centre - region.across * (reach / 2) - region.along * (region.height / 2),
      across: region.across / enlargement, down: region.along * step)
  }
}

extension GreyPicture {
  /// A region with `margin` pixels around it, turned upright and enlarged.
  func cut(_ region: BarRegion, margin: Double, enlargement: Double = 1) -> AlteredPicture? {
    var straight = region
    straight.fan = 0
    let reach = SIMD2(region.length, region.height) / 2 + margin
    let (columns, rows) = (Int(reach.x * 2 * enlargement), Int(reach.y * 2 * enlargement))
    let made = GreyPicture(width: columns, height: rows) { row in
      meanRow(
        of: straight, sides: [(Double(row) + 0.5) / enlargement - reach.y], reach: reach.x,
        columns: columns)[...]
    }
    guard let made else { return nil }
    return AlteredPicture(
      picture: made,
      mapping: Mapping(
        origin: region.centre - region.across * reach.x - region.along * reach.y,
        across: region.across / enlargement, down: region.along / enlargement))
  }

  /// The mean of scan lines across `region` at `sides` pixels from its middle, following the bars' fan.
  fileprivate func meanRow(
    of region: BarRegion, sides: [Double], reach: Double, columns: Int
  ) -> [UInt8] {
    let (width, height) = (width, height)
    var row = [UInt8](repeating: 255, count: columns)
    unsafe withPixels { pixels in
      for column in 0..<columns {
        let way = (Double(column) + 0.5) / Double(columns) * 2 * reach - reach
        var (sum, count) = (Float(0), Float(0))
        for side in sides {
          let point = region.point(way: way, side: side)
          let (x, y) = (point.x - 0.5, point.y - 0.5)
          guard x >= 0, y >= 0, x < Double(width - 1), y < Double(height - 1) else { continue }
          let (left, top) = (Int(x), Int(y))
          let (u, v) = (Float(x) - Float(left), Float(y) - Float(top))
          let corner = unsafe pixels + top * width + left
          let upper = unsafe Float(corner[0]) * (1 - u) + Float(corner[1]) * u
          let lower = unsafe Float(corner[width]) * (1 - u) + Float(corner[width + 1]) * u
          sum += upper * (1 - v) + lower * v
          count += 1
        }
        if count > 0 { row[column] = UInt8(sum / count) }
      }
    }
    return row
  }
}

extension BarStrip {
  /// The strip with the dark ground beyond its light box as white, so that the box's thin margins are no bars.
  ///
  /// - Returns: `nil` if neither end of any row is dark.
  func padded() -> GreyPicture? {
    var isChanged = false
    let (width, height) = (picture.width, picture.height)
    let rows = unsafe picture.withPixels { pixels in
      stride(from: 0, to: height, by: Self.rowsPerBand).map { row in
        (0..<width).map { unsafe pixels[row * width + $0] }
      }
    }
    let padded = rows.map { row in
      guard let low = row.min(), let high = row.max() else { return row }
      let middle = UInt8((Int(low) + Int(high)) / 2)
      var row = row
      let before = Self.darkEnd(row, below: middle)
      let after = Self.darkEnd(row.reversed(), below: middle)
      for index in 0..<before { row[index] = 255 }
      for index in (width - after)..<width { row[index] = 255 }
      isChanged = isChanged || before > 0 || after > 0
      return row
    }
    guard isChanged else { return nil }
    return GreyPicture(width: width, height: height) { padded[$0 / Self.rowsPerBand][...] }
  }

  /// How many levels at the start of a row are dark, with the slope up to the first light one.
  ///
  /// 0 if the row starts light, or is dark for a third of its length: then its bars are covered, or light on dark.
  private static func darkEnd(_ row: [UInt8], below middle: UInt8) -> Int {
    // Beyond the picture's edge, a row is white.
    let start = row.firstIndex { $0 < 255 } ?? 0
    guard row[start] < middle, var end = row[start...].firstIndex(where: { $0 >= middle }),
      end > start, end < row.count / 3
    else { return 0 }
    while end + 1 < row.count, row[end + 1] > row[end] { end += 1 }
    return end
  }

  /// Undoes a blur of `radius` pixels.
  ///
  /// Richardson-Lucy deconvolution along the rows (W. H. Richardson, JOSA 62, 1972; L. B. Lucy, AJ 79, 1974), for the
  /// disc that an out-of-focus point becomes.
  func sharpened(radius: Double) -> GreyPicture? {
    let (width, height) = (picture.width, picture.height)
    let kernel = Self.kernel(radius: radius)
    let rows = unsafe picture.withPixels { pixels in
      stride(from: 0, to: height, by: Self.rowsPerBand).map { row in
        (0..<width).map { unsafe Float(pixels[row * width + $0]) }
      }
    }
    let sharp = rows.map { row in
      Self.deconvolved(row, kernel: kernel).map { UInt8(max(0, min(255, $0))) }
    }
    return GreyPicture(width: width, height: height) { sharp[$0 / Self.rowsPerBand][...] }
  }

  /// Iterations: more of them amplify noise (our measurement).
  private static let roundCount = 12

  private static func kernel(radius: Double) -> [Float] {
    let reach = Int(radius.rounded(.up))
    let values = (-reach...reach).map {
      DiscBlur.darkness(ofBar: 1, at: Double($0) + 0.5, radius: radius)
    }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
  }

  private static func deconvolved(_ row: [Float], kernel: [Float]) -> [Float] {
    // A little light everywhere keeps the quotients small.
    let seen = row.map { $0 + 4 }
    var guess = seen
    for _ in 0..<roundCount {
      let blurred = convolved(guess, kernel)
      let quotients = zip(seen, blurred).map { $0 / max($1, 1) }
      for (index, factor) in convolved(quotients, kernel).enumerated() { guess[index] *= factor }
    }
    return guess.map { $0 - 4 }
  }

  private static func convolved(_ row: [Float], _ kernel: [Float]) -> [Float] {
    let reach = kernel.count / 2
    let padded =
      Array(repeating: row[0], count: reach) + row
      + Array(repeating: row[row.count - 1], count: reach)
    var result = [Float](repeating: 0, count: row.count)
    for (offset, weight) in kernel.enumerated() {
      for index in result.indices { result[index] += weight * padded[index + offset] }
    }
    return result
  }
}

/// The blur of an out-of-focus picture: each point is spread over a disc.
enum DiscBlur {
  /// Darkness at a position on a bar from 0 to `width`, all in the same unit.
  ///
  /// A line spread by a disc is a half ellipse (the disc's projection), so an edge is its integral.
  static func darkness(ofBar width: Double, at position: Double, radius: Double) -> Float {
    func edge(_ x: Double) -> Double {
      let share = max(-1, min(1, x / radius))
      return (share * (1 - share * share).squareRoot() + asin(share)) / .pi
    }
    return Float(edge(position) - edge(position - width))
  }
}
