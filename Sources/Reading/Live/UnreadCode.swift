internal import Cards

/// A code that was located on a frame but not read, and what is wrong with it.
struct UnreadCode {
  /// The least share of the frame's longer side that bars should take: a module needs about 3 pixels, and at 1280 pixels,
  /// the 95 modules of an EAN-13 take this much.
  private static let leastShare = 0.22
  /// The same for a matrix symbol; on cards, it seldom has more than 45 modules on a side (QR Code version 7).
  static let leastMatrixShare = 0.11
  /// A frame whose lightest parts are below this is dark: black on white then has less contrast than the sensor has
  /// noise.
  private static let darkLevel = 90.0
  /// White in video of limited range (ITU-R BT.601-7, 2.5.3); full range has 255.
  private static let white: UInt8 = 235
  /// The share of a code's blocks with nothing but white that looks like a reflected lamp.
  private static let glareShare = 0.05
  /// An edge of more than four pixels hides bars of the usual width.
  private static let unsharp = 0.25
  /// Below this contrast, the measured sharpness is that of noise.
  private static let minContrast = 24.0
  /// Codes that take this much of the frame's width or height are closer than most phones can focus (about 8 cm).
  private static let largeShare = 0.6

  /// In the frame's pixels.
  let place: Place
  let hint: LiveReading.Hint?

  fileprivate init(place: Place, hint: LiveReading.Hint?) {
    self.place = place
    self.hint = hint
  }

  /// Measures a code on a frame.
  ///
  /// - Parameters:
  ///   - place: Where it is.
  ///   - isMatrix: Whether it is a matrix symbol, not bars.
  ///   - picture: The frame.
  ///   - frame: The measures of the whole frame.
  init(
    at place: Place, isMatrix: Bool, on picture: borrowing GreyPicture, _ frame: FrameMeasures
  ) {
    self.place = place
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let leastShare = isMatrix ? Self.leastMatrixShare : Self.leastShare
    if frame.lightLevel < Self.darkLevel {
      hint = .light
    } else if place.length < leastShare * size.max() {
      hint = .closer
    } else if Self.blankShare(of: place, isMatrix: isMatrix, on: picture) > Self.glareShare {
      hint = .tilt
    } else {
      let measures = FrameMeasures(of: picture, within: place)
      let isUnsharp =
        measures.contrast >= Self.minContrast && measures.sharpness < Self.unsharp
      let (low, high) = place.bounds
      let isLarge = any(high - low .> size * Self.largeShare)
      hint = isUnsharp ? (isLarge ? .back : .still) : nil
    }
  }

  /// The share of a code's blocks that have nothing but white: a lamp's reflection, as each has something dark.
  ///
  /// Of bars, blocks of the middle lines count: the widest space has 4 of at least 55 modules. Of the 21 by 21 modules of
  /// the smallest QR Code, nearly each two by two have a dark one.
  private static func blankShare(
    of place: Place, isMatrix: Bool, on picture: borrowing GreyPicture
  ) -> Double {
    let (columns, rows) = isMatrix ? (8, 8) : (12, 1)
    let (top, height) = isMatrix ? (0, 1) : (0.25, 0.5)
    let size = SIMD2(1 / Double(columns), height / Double(rows))
    var blankCount = 0
    for block in 0..<columns * rows {
      let start = SIMD2(Double(block % columns), Double(block / columns)) * size
      if isBlank(place, from: start + SIMD2(0, top), size: size, on: picture) { blankCount += 1 }
    }
    return Double(blankCount) / Double(columns * rows)
  }

  /// Whether a part of a place, in shares of its sides, has nothing but white; noise makes some pixels darker.
  private static func isBlank(
    _ place: Place, from start: SIMD2<Double>, size: SIMD2<Double>,
    on picture: borrowing GreyPicture
  ) -> Bool {
    let sampleCount = 6
    var darkCount = 0
    for sample in 0..<sampleCount * sampleCount {
      let (x, y) = (sample % sampleCount, sample / sampleCount)
      let share = start + size * (SIMD2(Double(x), Double(y)) + 0.5) / Double(sampleCount)
      if picture.level(at: place.point(way: share.x, side: share.y)) < white { darkCount += 1 }
    }
    return darkCount * 8 < sampleCount * sampleCount
  }
}

/// The code that the last frames showed without being read.
///
/// What only one frame shows may be anything: wood, a printed page, a hand on its way.
struct Sightings {
  /// On how many frames a code must be seen before anything is said about it.
  private static let fewest = 3
  /// How far it may move between two sightings, as a share of the frame's longer side, and by which factor its size may
  /// change.
  private static let reach = 0.1
  private static let growth = 2.0

  private var last: UnreadCode?
  private var frame = 0
  private var count = 0

  /// Adds a code of a frame, whose longer side is `side`.
  mutating func note(_ code: UnreadCode, on frame: Int, side: Double) {
    let code = UnreadCode(place: code.place.scaled(by: 1 / side), hint: code.hint)
    count = isRecent(frame) && isLike(code) ? count + 1 : 1
    self.frame = frame
    last = code
  }

  /// Forgets the code, as one was read.
  mutating func clear() { last = nil }

  /// The code as of a frame, in its pixels; `nil` if it was not seen often enough, or not lately.
  func candidate(on frame: Int, side: Double) -> LiveReading.Candidate? {
    guard let last, count >= Self.fewest, isRecent(frame) else { return nil }
    return LiveReading.Candidate(
      corners: last.place.corners.map { FoundBarcode.Point(nearest: $0 * side) }, hint: last.hint)
  }

  /// Whether the code was seen on one of the frames that count.
  private func isRecent(_ frame: Int) -> Bool { frame - self.frame <= FrameMemory.frameCount }

  private func isLike(_ code: UnreadCode) -> Bool {
    guard let last else { return false }
    let offset = code.place.centre - last.place.centre
    let sizes = [code.place.length, last.place.length]
    return (offset * offset).sum().squareRoot() <= max(Self.reach, sizes[0])
      && (sizes.max() ?? 0) <= (sizes.min() ?? 0) * Self.growth
  }
}
