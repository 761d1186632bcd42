internal import Cards

/// Measures a frame as a whole, on every seventh row, which takes a fraction of the time of reading it.
enum FrameMeter {
  /// From one measured row to the next, in pixels; odd, as rows of print seldom are.
  private static let rowStep = 7
  /// Over how many pixels contrast is measured.
  private static let reach = 8
  /// The share of pixels near a strong edge, within `reach` of it; an eighth of them are right at a sharp one.
  private static let edgeShare = 0.02
  /// White in video of limited range (ITU-R BT.601-7, 2.5.3); full range has 255.
  private static let white = 235

  /// Measures `picture`; all zero if a side is not longer than `reach`.
  static func measures(of picture: borrowing GreyPicture) -> FrameMeasures {
    var levels = Histogram()
    var steps = Histogram()
    var contrasts = Histogram()
    let (width, height) = (picture.width, picture.height)
    guard width > reach, height > reach else { return FrameMeasures() }
    unsafe picture.withPixels { pixels in
      for y in stride(from: 0, to: height - reach, by: rowStep) {
        let row = unsafe pixels + y * width
        for x in 0..<width - reach {
          let here = unsafe Int(row[x])
          let (right, below) = unsafe (Int(row[x + 1]), Int(row[x + width]))
          let (farRight, farBelow) = unsafe (Int(row[x + reach]), Int(row[x + reach * width]))
          levels.add(here)
          steps.add(max(abs(right - here), abs(below - here)))
          contrasts.add(max(abs(farRight - here), abs(farBelow - here)))
        }
      }
    }
    let contrast = contrasts.level(above: edgeShare)
    let step = steps.level(above: edgeShare / Double(reach))
    return FrameMeasures(
      sharpness: contrast > 0 ? min(1, step / contrast) : 0, contrast: contrast,
      brightness: levels.mean, darkLevel: levels.level(above: 0.95),
      lightLevel: levels.level(above: 0.05), glareShare: levels.share(from: white))
  }

  /// How often each grey level occurs.
  private struct Histogram {
    private var counts = [Int](repeating: 0, count: 256)

    private var total: Int { counts.reduce(0, +) }

    mutating func add(_ level: Int) { counts[level] += 1 }

    /// The level that at most this share of the values are above.
    func level(above share: Double) -> Double {
      var left = Int(Double(total) * share)
      for level in counts.indices.reversed() {
        left -= counts[level]
        if left < 0 { return Double(level) }
      }
      return 0
    }

    var mean: Double {
      let sum = counts.indices.reduce(0) { $0 + $1 * counts[$1] }
      return total > 0 ? Double(sum) / Double(total) : 0
    }

    /// The share of values that are `level` or above.
    func share(from level: Int) -> Double {
      total > 0 ? Double(counts[level...].reduce(0, +)) / Double(total) : 0
    }
  }
}
