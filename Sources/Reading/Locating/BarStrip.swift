/// A straightened region of bars: bars upright, with one row for each band along them.
///
/// Each band's row is the mean of its scan lines, which removes noise and keeps bars sharp. Each row is repeated,
/// since engines skip pictures with few rows.
struct BarStrip: ~Copyable {
  /// Rows of each band.
  static let rowsPerBand = 3
  private static let mostBands = 16
  /// Least width that a strip is enlarged to: the modules of a symbol of 100 modules are then 6 pixels wide.
  private static let wantedWidth = 640.0
  private static let mostEnlargement = 3.0
  /// Paper beyond the region on both sides, as a share of its length.
  static let margin = 0.15

  let picture: GreyPicture
  /// Where the strip's points are on the picture.
  let mapping: Mapping

  /// Samples `region`; `nil` when out of memory.
  init?(_ region: BarRegion, of picture: borrowing GreyPicture) {
    let reach = region.length * (1 + 2 * Self.margin)
    let enlargement = max(1, min(Self.mostEnlargement, Self.wantedWidth / region.length))
    let columns = Int(reach * enlargement)
    let bands = max(1, min(Self.mostBands, Int(region.height / 2)))
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
          let place = region.point(way: way, side: side)
          let (x, y) = (place.x - 0.5, place.y - 0.5)
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
