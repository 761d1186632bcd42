/// How sharp and how light a frame or a part of it is; all zero if a side is not longer than `reach`.
///
/// Every seventh row is measured, which takes a fraction of the time of reading it.
struct FrameMeasures: Hashable {
  /// From one measured row to the next, in pixels; odd, as rows of print seldom are.
  private static let rowStep = 7
  /// Over how many pixels contrast is measured.
  private static let reach = 8
  /// The share of pixels near a strong edge, within `reach` of it; an eighth of them are right at a sharp one.
  private static let edgeShare = 0.02

  /// How steep the strongest edges are, from 0 to 1: the share of an edge's contrast between neighbouring pixels.
  ///
  /// 1 is a step from one pixel to the next, 0.1 an edge that takes about ten pixels. Meaningless when `contrast` is
  /// low: then it measures noise.
  private(set) var sharpness = 0.0
  /// Contrast of the strongest edges over `reach` pixels, in grey levels from 0 to 255.
  private(set) var contrast = 0.0
  /// The grey level above which a twentieth of the pixels are.
  private(set) var lightLevel = 0.0

  /// Grey levels per pixel of the strongest edges.
  var steepness: Double { sharpness * contrast }

  /// Measures the box around `place`, or all of the picture.
  init(of picture: borrowing GreyPicture, within place: Place? = nil) {
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let bounds = place?.bounds ?? (SIMD2<Double>.zero, size)
    let (low, high) = (pointwiseMax(bounds.low, .zero), pointwiseMin(bounds.high, size))
    guard all(high - low .> Double(Self.reach)) else { return }
    let (left, top) = (Int(low.x), Int(low.y))
    let (right, bottom) = (Int(high.x) - Self.reach, Int(high.y) - Self.reach)
    var levels = Histogram()
    var steps = Histogram()
    var contrasts = Histogram()
    let (width, reach) = (picture.width, Self.reach)
    unsafe picture.withPixels { pixels in
      for y in stride(from: top, to: bottom, by: Self.rowStep) {
        let row = unsafe pixels + y * width
        for x in left..<right {
          let here = unsafe Int(row[x])
          let (beside, below) = unsafe (Int(row[x + 1]), Int(row[x + width]))
          let (farBeside, farBelow) = unsafe (Int(row[x + reach]), Int(row[x + reach * width]))
          levels.add(here)
          steps.add(max(abs(beside - here), abs(below - here)))
          contrasts.add(max(abs(farBeside - here), abs(farBelow - here)))
        }
      }
    }
    contrast = contrasts.level(above: Self.edgeShare)
    let step = steps.level(above: Self.edgeShare / Double(Self.reach))
    sharpness = contrast > 0 ? min(1, step / contrast) : 0
    lightLevel = levels.level(above: 0.05)
  }

  /// How often each grey level occurs.
  private struct Histogram {
    private var counts = [Int](repeating: 0, count: 256)

    mutating func add(_ level: Int) { counts[level] += 1 }

    /// The level that at most this share of the values are above.
    func level(above share: Double) -> Double {
      var left = Int(Double(counts.reduce(0, +)) * share)
      for level in counts.indices.reversed() {
        left -= counts[level]
        if left < 0 { return Double(level) }
      }
      return 0
    }
  }
}
