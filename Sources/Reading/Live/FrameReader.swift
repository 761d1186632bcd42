public import Cards

/// Reads the frames of one live scan, one after another, with the last frames as evidence.
///
/// A frame gets one look by ZXing, quick and thorough in turn; then, unless earlier frames took too much, bars are
/// located and read in strips. All else waits until earlier frames have saved the time (`LiveBudget`). `Reading.md` has
/// the whole rule. Call `Decoders.warmUp()` first, once per process.
public final class FrameReader {
  /// The longest side of a frame in pixels.
  public static let longestSide = 4_096
  /// The shortest side of a frame in pixels.
  public static let shortestSide = 16

  /// Frames without a sure code before ZBar looks at one even if no bars are located.
  private static let fewEmptyFrames = 3
  /// Frames without a sure code before deeper stages: about a second.
  private static let manyEmptyFrames = 10
  /// Of the frames after that, each of this many may have a deeper stage.
  private static let deeperPeriod = 4
  /// For how many frames the steepest frame is kept for a deeper stage.
  private static let keptCount = 8
  /// Every so many frames, matrix symbols that were not read are located: on frames on which bars are not.
  private static let locatingPeriod = 2
  /// On one of so many frames, all kinds of codes are looked for: one with a quick look.
  private static let widerPeriod = 8
  /// While another kind is in view, half of so many frames are for all kinds, one with a quick look and one with a
  /// thorough one; the other half, on which deeper stages come, for those that are looked for.
  private static let sharedPeriod = 4
  /// The deeper stages, one each time, in the order of gain for cost (`Stage`); `blurred` stands for all that examine
  /// regions in depth.
  private static let deeper: [Stage] = [
    .blurred, .straightened, .evened, .middleEnlarged, .evenedLinear, .inverted,
  ]

  /// A frame that a deeper stage may examine, without its pixels.
  private struct Kept {
    var frame = 0
    var judge = Judge()
    /// Grey levels per pixel of its strongest edges.
    var steepness = -1.0
  }

  private let clock: () -> ContinuousClock.Instant
  private var memory = FrameMemory()
  /// The same for kinds that are not looked for, which must not contradict those that are.
  private var otherMemory = FrameMemory()
  /// Whether the last frame showed such a code, and none that is looked for.
  private var seesOther = false
  private var budget = LiveBudget()
  private var frame = 0
  /// Frames since the last sure code that is looked for.
  private var emptyCount = 0
  /// Whether that code took a thorough look, as light bars on dark do.
  private var findsThoroughly = false
  /// Whether the last frame on which bars were located has some that were not read.
  private var hasOpenBars = false
  private var sightings = Sightings()
  private var deeperCount = 0
  private var kept = Kept()
  private var keptPicture: GreyPicture?

  /// Makes a reader for one scan.
  ///
  /// - Parameter clock: The clock by which deeper stages are allowed.
  public init(clock: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }) {
    self.clock = clock
  }

  /// Reads a frame of bare grey levels.
  ///
  /// - Parameters:
  ///   - luma: Rows from top to bottom, `stride` bytes each; 0 is black.
  ///   - width: Pixels of a row.
  ///   - height: How many rows there are.
  ///   - stride: Bytes from one row to the next.
  ///   - symbologies: What to look for. Now and then, and more often while another kind of code is seen, all kinds are
  ///     read, and the reading has others, too.
  /// - Returns: What is on it.
  /// - Throws: `ReadingError.damaged` when a side is out of bounds or the bytes do not fit, `.outOfMemory`.
  public func read(
    luma: [UInt8], width: Int, height: Int, stride: Int, symbologies: Set<Symbology>
  ) throws(ReadingError) -> LiveReading {
    let start = clock()
    try Self.check(width: width, height: height)
    guard stride >= width, stride <= luma.count, luma.count == stride * height else {
      throw .damaged(detail: "the frame has another size")
    }
    guard
      let picture = GreyPicture(
        width: width, height: height, row: { luma[$0 * stride..<$0 * stride + width] })
    else { throw .outOfMemory }
    return try read(picture, symbologies, since: start)
  }

  /// Reads a frame that is a JPEG; otherwise like bare grey levels.
  ///
  /// - Throws: `ReadingError`.
  public func read(
    jpeg: RawSpan, symbologies: Set<Symbology>
  ) throws(ReadingError) -> LiveReading {
    let start = clock()
    let format = try PictureFormat(jpeg)
    guard format == .jpeg else { throw .formatNotAccepted(name: format.name) }
    let header = try PictureHeader(jpeg, format: format, page: 0)
    try Self.check(width: header.width, height: header.height)
    return try read(try GreyPicture(jpeg, of: header, longest: 0), symbologies, since: start)
  }

  private static func check(width: Int, height: Int) throws(ReadingError) {
    guard min(width, height) >= shortestSide, max(width, height) <= longestSide else {
      throw .damaged(detail: "a side of the frame is out of bounds")
    }
  }

  private func read(
    _ picture: consuming GreyPicture, _ symbologies: Set<Symbology>,
    since start: ContinuousClock.Instant
  ) throws(ReadingError) -> LiveReading {
    let all = Set(Symbology.allCases)
    let isWider = symbologies != all && isTimeForOthers
    let budgetBefore = budget
    let engines = try Engines(symbologies: isWider ? all : symbologies)
    frame += 1
    let size = SIMD2(Double(picture.width), Double(picture.height))
    let megapixels = size.x * size.y / 1_000_000
    let isThorough = (emptyCount % 2 == 1) != findsThoroughly
    let (judge, located) = look(at: picture, engines, thoroughly: isThorough, megapixels)
    var codes = codes(of: judge, frame: frame, symbologies, size: size, side: size.max())
    let isWanted =
      { symbologies.contains($0.found.barcode.symbology) } as (LiveReading.Code) -> Bool
    if codes.contains(where: isWanted) {
      seesOther = false
    } else if isWider {
      seesOther = !codes.isEmpty
    }
    let isFound = { $0.found.isSure && isWanted($0) } as (LiveReading.Code) -> Bool
    if codes.contains(where: isFound) {
      emptyCount = 0
      findsThoroughly = isThorough
    } else {
      emptyCount += 1
    }
    // Beside a sure code of another kind, one that is looked for gets its time on the frames that are for it alone.
    if !codes.contains(where: \.found.isSure) {
      let measures = FrameMeasures(of: picture)
      let unread = try unreadCode(located, on: picture, measures, symbologies, megapixels)
      if let unread { sightings.note(unread, on: frame, side: size.max()) }
      if measures.steepness > kept.steepness || kept.frame + Self.keptCount <= frame {
        kept = Kept(frame: frame, judge: judge, steepness: measures.steepness)
        keptPicture = consume picture
      }
      let further = readDeeper(engines, symbologies, side: size.max())
      codes = Self.joined(codes, further)
      if codes.contains(where: isFound) { emptyCount = 0 }
    }
    budget.settle(clock() - start, megapixels: megapixels)
    // It is for the kinds that are looked for, on which ZXing takes a fraction of the time.
    if isWider { budget = budgetBefore }
    if codes.contains(where: isFound) { sightings.clear() }
    return LiveReading(
      width: Int(size.x), height: Int(size.y), codes: codes,
      candidate: sightings.candidate(on: frame, side: size.max()))
  }

  /// Whether it is time to look for kinds of codes that were not asked for, of which a person wants to know, too.
  private var isTimeForOthers: Bool {
    seesOther
      ? emptyCount % Self.sharedPeriod < Self.sharedPeriod / 2
      : emptyCount % Self.widerPeriod == Self.widerPeriod / 2
  }

  /// What a frame shows, in the light of the frames around it; kinds that are looked for and others apart.
  private func codes(
    of judge: Judge, frame number: Int, _ symbologies: Set<Symbology>, size: SIMD2<Double>,
    side: Double
  ) -> [LiveReading.Code] {
    let isWanted = { symbologies.contains($0.finding.barcode.symbology) } as (Judge.Verdict) -> Bool
    let verdicts = judge.verdicts
    let wanted = memory.codes(
      of: verdicts.filter(isWanted), frame: number, newest: frame, size: size, side: side)
    let others = otherMemory.codes(
      of: verdicts.filter { !isWanted($0) }, frame: number, newest: frame, size: size, side: side)
    return (wanted + others).sorted { $0.found.precedes($1.found) }
  }

  /// A code that this frame shows and that was not read, as far as it is time to look for it.
  ///
  /// Matrix symbols are looked for now and then only, as they are only for hints; those that take long to locate, only if
  /// the time was saved. Of what ZXing locates without reading it, only QR Codes are always codes (our measurement).
  private func unreadCode(
    _ bars: [BarRegion], on picture: borrowing GreyPicture, _ measures: FrameMeasures,
    _ symbologies: Set<Symbology>, _ megapixels: Double
  ) throws(ReadingError) -> UnreadCode? {
    let hasLinear = symbologies.contains { $0.shape != .matrix }
    for region in bars where hasLinear {
      if let symbol = region.wholeSymbol(on: picture) {
        return UnreadCode(
          at: Place(corners: symbol.corners), isMatrix: false, on: picture, measures)
      }
      // A reflection in the middle parts the bars.
      let joined = bars.compactMap { region.joined(with: $0) }.min { $0.length < $1.length }
      guard let joined, let symbol = joined.wholeSymbol(on: picture) else { continue }
      let code = UnreadCode(
        at: Place(corners: symbol.corners), isMatrix: false, on: picture, measures)
      if code.hint == .tilt { return code }
    }
    let isTime =
      emptyCount >= Self.fewEmptyFrames && emptyCount % Self.locatingPeriod == 0
    let hasMatrix = symbologies.contains { $0.shape == .matrix }
    guard isTime, hasMatrix else { return nil }
    let side = Double(max(picture.width, picture.height))
    let maxSide = Int(side * UnreadCode.leastMatrixShare)
    if let tiny = TinySymbol.place(on: picture, maxSide: maxSide) {
      return UnreadCode(at: tiny, isMatrix: true, on: picture, measures)
    }
    guard budget.allows(.quickLook) else { return nil }
    let start = clock()
    defer { budget.note(.quickLook, clock() - start, megapixels: megapixels) }
    let engine = try ZXingEngine(symbologies: [.qrCode], effort: .locating)
    let qrCode = engine.unreadPlaces(on: picture).max { $0.length < $1.length }
    guard let qrCode, qrCode.length > 0 else { return nil }
    return UnreadCode(at: qrCode, isMatrix: true, on: picture, measures)
  }

  /// What every frame gets.
  ///
  /// - Returns: What was read, and the bars that were located on this frame.
  private func look(
    at picture: borrowing GreyPicture, _ engines: borrowing Engines, thoroughly: Bool,
    _ megapixels: Double
  ) -> (Judge, located: [BarRegion]) {
    var judge = Judge()
    var start = clock()
    if thoroughly {
      judge.add(engines.thorough.read(picture), on: picture, by: .identity)
      budget.note(.thoroughLook, clock() - start, megapixels: megapixels)
    } else {
      judge.add(engines.quick.read(picture), on: picture, by: .identity)
    }
    if judge.hasSure, !judge.hasITFWithUnknownEnds {
      hasOpenBars = false
      return (judge, [])
    }
    var located: [BarRegion] = []
    // A thorough look takes the frame's time alone, unless there is something to confirm.
    if !judge.codes.isEmpty || (!thoroughly && !budget.isOverdrawn) {
      let bars = engines.readStrips(of: picture, mapping: .identity, judge: &judge)
      hasOpenBars = !bars.open.isEmpty
      located = Array(bars.located.bars.prefix(Engines.maxLocated))
    }
    let isWorthIt = hasOpenBars || emptyCount >= Self.fewEmptyFrames
    if !judge.hasSure, isWorthIt, budget.allows(.linear) {
      start = clock()
      _ = engines.read(picture, at: .linear, mapping: .identity, judge: &judge)
      budget.note(.linear, clock() - start, megapixels: megapixels)
    }
    return (judge, located)
  }

  /// A deeper stage on the steepest of the last frames, if it is time for one; `side` is this frame's longer side.
  private func readDeeper(
    _ engines: borrowing Engines, _ symbologies: Set<Symbology>, side: Double
  ) -> [LiveReading.Code] {
    let stage = Self.deeper[deeperCount % Self.deeper.count]
    let isTime = emptyCount >= Self.manyEmptyFrames && emptyCount % Self.deeperPeriod == 0
    guard isTime, budget.allows(stage), let picture = keptPicture.take() else { return [] }
    deeperCount += 1
    var judge = kept.judge
    let start = clock()
    if stage == .blurred {
      _ = engines.readRegions(of: picture, mapping: .identity, judge: &judge)
    } else {
      _ = engines.read(picture, at: stage, mapping: .identity, judge: &judge)
    }
    let size = SIMD2(Double(picture.width), Double(picture.height))
    budget.note(stage, clock() - start, megapixels: size.x * size.y / 1_000_000)
    let number = kept.frame
    kept = Kept()
    return codes(of: judge, frame: number, symbologies, size: size, side: side)
  }

  /// The codes of this frame, and those of an earlier one that it lacks or is less sure of.
  private static func joined(
    _ codes: [LiveReading.Code], _ earlier: [LiveReading.Code]
  ) -> [LiveReading.Code] {
    var joined = codes
    for code in earlier {
      let content = code.found.barcode.canonicalBytes
      let known = joined.firstIndex { $0.found.barcode.canonicalBytes == content }
      guard let known else {
        joined.append(code)
        continue
      }
      if code.found.isSure, !joined[known].found.isSure { joined[known] = code }
    }
    return joined.sorted { $0.found.precedes($1.found) }
  }
}

extension Mapping {
  /// Maps each point to itself.
  fileprivate static let identity = Mapping(scale: .one)
}

/// Keeps the time of a live scan, over all its frames, below 1.2 times what ZXing alone takes on them.
///
/// What ZXing alone takes is known from the thorough looks. A frame that takes less saves time for a later one. Times
/// are in milliseconds per megapixel, since frames may differ in size.
struct LiveBudget {
  /// The time that a frame may take, as a multiple of what ZXing alone takes.
  ///
  /// It is below the limit of 1.2, because times vary and only later frames can offset an overrun (our measurement: with
  /// 1.15, scans of empty photos took 1.21 times as long).
  static let share = 1.12
  /// The most that is saved, as a multiple of what ZXing alone takes: enough for the most expensive stage, and soon
  /// spent.
  private static let maxSaved = 8.0

  /// What ZXing alone took last; `nil` before the first thorough look.
  private var alone: Double?
  private var saved = 0.0
  /// What each stage took last.
  private var costs: [Stage: Double] = [:]

  /// Records what a stage took.
  mutating func note(_ stage: Stage, _ time: Duration, megapixels: Double) {
    let cost = (time / .milliseconds(1)) / megapixels
    costs[stage] = cost
    if stage == .thoroughLook { alone = cost }
  }

  /// Records what a whole frame took.
  mutating func settle(_ time: Duration, megapixels: Double) {
    guard let alone else { return }
    let spent = (time / .milliseconds(1)) / megapixels
    let most = alone * Self.maxSaved
    saved = min(max(saved + alone * Self.share - spent, -most), most)
  }

  /// Whether earlier frames took more than their share.
  var isOverdrawn: Bool { saved < 0 }

  /// Whether enough was saved for a stage, judging by what it took last.
  ///
  /// An untried stage counts like ZXing alone: if it counted for more, ZBar's looks would leave it nothing.
  func allows(_ stage: Stage) -> Bool {
    guard let alone else { return false }
    return saved >= costs[stage] ?? alone
  }
}
