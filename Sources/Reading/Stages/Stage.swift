/// The steps of reading a picture, in order: lowest cost per gain first.
///
/// The first look and the regions are always done. The rest is for pictures on which nothing sure was found, until
/// something is, or `budget` is spent; after that, doubtful numbers are compared with the picture once more.
///
/// Each case names its purpose, and how many photos of our corpus it gained: nothing was sure before it, and something
/// after it. Costs and gains are our measurement over 666 photos in this order, before the rule of certainty was last
/// tightened (648 were sure then, 647 now).
enum Stage: CaseIterable {
  /// ZXing, dark on light, at the picture's size: most codes are plain. Gains 479.
  case quickLook
  /// Both engines on straightened bars, each row the mean of a band: slant, noise, small print. Gains 76.
  case strip
  /// ZBar on the whole picture, once, when a region is still open: worn prints. Gains 17.
  case linear
  /// Both engines on strips deconvolved along the rows: a blur of half a module. Gains 9.
  case sharpenedStrip
  /// Compares a doubtful EAN with what it would look like: glare, few lines. Gains 10.
  case confirming
  /// Out-of-focus EAN, by matching whole characters: bars that run into each other. Gains 26.
  case blurred
  /// ZXing with light on dark and smaller scales. Gains 6.
  case thoroughLook
  /// Bent QR Codes by a mesh; PDF417 with a missing side, drawn whole. Gains 11.
  case straightened
  /// ZBar on the negative: light bars on dark. Gains 2.
  case inverted
  /// Local contrast for ZXing: shadows, faint print. Gains 5.
  case evened
  /// The middle at twice the size: small matrix codes. Gains 2.
  case middleEnlarged
  /// Local contrast for ZBar: shadows on bars. Gains 4.
  case evenedLinear
  /// Blurred by 0.7 pixels, for ZXing and as strips: a screen's moiré (drawn as moiré: 5 of 19). Gains 0.
  case smoothed
  /// Turned by 45 degrees for ZXing: stacked codes at a slant (drawn as turned, tilted). Gains 0.
  case turned45
  /// Twice the size and sharpened: camera shake, moiré. Gains 1.
  case sharpened
  /// The picture unshrunk: codes of 1 to 3 pixels a module on large photos (drawn as tiny). Gains 0.
  case fullSize

  /// CPU time in ms of a stage per megapixel, or per region for stages that examine regions.
  var cost: Double {
    switch self {
    case .quickLook: 11
    case .strip: 1
    case .linear: 26
    case .sharpenedStrip: 4
    case .confirming: 3
    case .blurred: 45
    case .thoroughLook: 21
    case .straightened: 32
    case .inverted: 26
    case .evened: 31
    case .middleEnlarged: 40
    case .evenedLinear: 42
    case .smoothed: 45
    case .turned45: 42
    case .sharpened: 140
    case .fullSize: 15
    }
  }

  /// What a picture shows, from nothing to bars that were not read.
  enum Sight: Comparable { case nothing, edges, bars }

  /// What a picture must show for a stage to find anything: without it, these gained no photo (our measurement).
  var needs: Sight {
    switch self {
    case .linear, .inverted, .evenedLinear, .sharpened: .bars
    case .turned45, .middleEnlarged, .smoothed: .edges
    default: .nothing
    }
  }

  /// CPU time in ms, by `cost`, that the stages after the regions may use on one picture: an empty picture of 1
  /// megapixel then takes less than half a second.
  static let budget = 130.0
}
