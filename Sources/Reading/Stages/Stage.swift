/// What is tried on a picture, in this order: cheapest for its gain first.
///
/// The first look and the regions come always. The rest is for pictures on which nothing sure was found, and
/// only until something is, or `budget` is spent; doubtful numbers are held against the picture once more after it.
enum Stage: CaseIterable {
  case quickLook
  case strip
  case linear
  case sharpenedStrip
  case confirming
  case blurred
  case thoroughLook
  case straightened
  case inverted
  case evened
  case middleEnlarged
  case evenedLinear
  case turned45
  case sharpened
  case fullSize

  /// What the table says of one stage.
  struct Row {
    let stage: Stage
    /// CPU time in ms for each megapixel; for each region where `isOfRegion`.
    let cost: Double
    /// Photos of our corpus of 666 on which nothing was sure before, and something is after it.
    let gain: Int
    let isOfRegion: Bool
    /// What it is for.
    let reason: String
  }

  // Costs and gains: our measurement, over the corpus in this order, before the rule of certainty was last
  // tightened (648 photos then, 646 now).
  static let table: [Row] = [
    Row(
      stage: .quickLook, cost: 11, gain: 479, isOfRegion: false,
      reason: "ZXing, dark on light, at the size that the picture has: most codes are plain"),
    Row(
      stage: .strip, cost: 1, gain: 76, isOfRegion: true,
      reason:
        "both engines on bars made straight, each row the mean of a band: slant, noise, small print"
    ),
    Row(
      stage: .linear, cost: 26, gain: 17, isOfRegion: false,
      reason: "ZBar on the whole picture, once, when a region is still open: worn prints"),
    Row(
      stage: .sharpenedStrip, cost: 4, gain: 9, isOfRegion: true,
      reason: "both engines on strips deconvolved along the rows: a blur of half a module"),
    Row(
      stage: .confirming, cost: 3, gain: 10, isOfRegion: true,
      reason: "holds a doubtful EAN against what it would look like: glare, few lines"),
    Row(
      stage: .blurred, cost: 45, gain: 26, isOfRegion: true,
      reason: "EAN out of focus, whole characters matched: bars that run into each other"),
    Row(
      stage: .thoroughLook, cost: 21, gain: 6, isOfRegion: false,
      reason: "ZXing with light on dark and smaller scales"),
    Row(
      stage: .straightened, cost: 32, gain: 11, isOfRegion: false,
      reason: "bent QR Codes by a net, PDF417 without a side drawn whole"),
    Row(
      stage: .inverted, cost: 26, gain: 2, isOfRegion: false,
      reason: "ZBar on the negative: light bars on dark"),
    Row(
      stage: .evened, cost: 31, gain: 5, isOfRegion: false,
      reason: "local contrast for ZXing: shadows, faint print"),
    Row(
      stage: .middleEnlarged, cost: 40, gain: 2, isOfRegion: false,
      reason: "the middle at twice the size: small matrix codes"),
    Row(
      stage: .evenedLinear, cost: 42, gain: 4, isOfRegion: false,
      reason: "local contrast for ZBar: shadows on bars"),
    Row(
      stage: .turned45, cost: 42, gain: 0, isOfRegion: false,
      reason:
        "turned by 45 degrees for ZXing: stacked codes at a slant (drawn as turned, tilted)"),
    Row(
      stage: .sharpened, cost: 140, gain: 1, isOfRegion: false,
      reason: "twice the size and sharpened: shaken, moire"),
    Row(
      stage: .fullSize, cost: 15, gain: 0, isOfRegion: false,
      reason:
        "the picture unshrunk: codes of 1 to 3 pixels a module on large photos (drawn as tiny)"),
  ]

  var row: Row { Self.table.first { $0.stage == self } ?? Self.table[0] }

  /// CPU time in ms, by the table, that the stages after the regions may take on one picture: with them a
  /// picture of 1 megapixel with nothing on it takes less than half a second.
  static let budget = 130.0
}
