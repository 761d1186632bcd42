internal import Cards

/// The evidence for a reading, in points: `enough` of them make it sure.
///
/// Reading the same pixels twice proves nothing: more lines raise one engine's points only up to a limit. Points add
/// up only across independent sources: another engine, or the same one on bands that are means of other pixels.
struct Evidence {
  /// Where evidence comes from: one engine on one kind of view.
  struct Source: Hashable {
    var engine: Finding.Engine
    var view: Finding.View
    /// Which frame of a camera; 0 for the picture itself.
    var frame = 0
  }

  /// Points that make a reading sure.
  static let enough = 2.0

  var barcode: Barcode
  /// The most lines that each source saw at once.
  var lines: [Source: Int]
  /// The largest share of a located region that the symbol fills.
  var span: Double?
  /// Whether an ITF goes on, since more of its bars are beside it; `nil` if unknown.
  var hasBarsBeside: Bool?
  /// How an EAN or UPC compares with its rivals; `nil` if not compared.
  var rivals: Finding.Rivalry?
  /// How its add-on compares with others; `nil` if not compared.
  var addOnRivals: Finding.Rivalry?
  /// Whether it was seen to be a row of a Codablock F.
  var isRow = false

  /// How many times its rival's points a reading needs not to be contradicted.
  private static let outweighing = 2.0

  /// Whether this makes other content at the same place doubtful: an ITF that is at least as long as another always
  /// does, even if only one line shows it.
  func outweighs(_ rival: Evidence) -> Bool {
    let isAsLong = barcode.bytes.count >= rival.barcode.bytes.count
    return isITF && rival.isITF && isAsLong || points * Self.outweighing > rival.points
  }

  /// Whether it may be part of a longer symbol: Code 39 and Codabar begin and end with characters that occur nowhere
  /// else, but an ITF's ends look like its digits.
  var mayBePart: Bool { isITF && hasBarsBeside != false }

  /// Whether it is surely only a part: one of several symbols that hold one message together, or a row.
  var isPart: Bool { isRow || barcode.traits.part != nil }

  /// Adds what another view shows beside an ITF: bars in any view count.
  mutating func note(hasBarsBeside: Bool?) {
    guard let hasBarsBeside else { return }
    self.hasBarsBeside = self.hasBarsBeside == true || hasBarsBeside
  }

  /// Adds how it compares with its rivals in another view: one clear view counts for all.
  mutating func note(rivals: Finding.Rivalry?) {
    if self.rivals != .outdone, let rivals { self.rivals = rivals }
  }

  /// The same for its add-on.
  mutating func note(addOnRivals: Finding.Rivalry?) {
    if self.addOnRivals != .outdone, let addOnRivals { self.addOnRivals = addOnRivals }
  }

  /// Why its add-on is doubtful, however sure the number is: only its own bars tell one add-on from another.
  var addOnDoubt: FoundBarcode.Doubt? {
    guard barcode.traits.addOn != nil else { return nil }
    return switch addOnRivals {
    case .outdone: nil
    case .equal: .contradicted
    case nil: .weakEvidence
    }
  }

  /// The sum of the engines' points, but at most 1 for content that can arise by chance, for a possible part, and for
  /// an EAN or UPC that may be another number.
  ///
  /// An engine's further views count half: they are other pixels, but the same method. With check characters, or with
  /// much content on several lines of each view, they count in full: characters check themselves, so that one wrong
  /// bar never yields another character (ISO/IEC 15417, 16388, 16390, EN 798).
  var points: Double {
    switch check {
    case .correcting: return Self.enough
    case .none: return 1
    case .digit, .short, .characters, .framed, .bare: break
    }
    let engines = Set(lines.keys.map(\.engine))
    let sum = engines.reduce(0.0) { sum, engine in
      let own = lines.filter { $0.key.engine == engine }
      let views = Dictionary(grouping: own) { $0.key.view }.values.map { frames in
        Self.summed(
          frames.map { points(of: $0.key, lines: $0.value) }, further: Self.furtherFrame)
      }
      let isFull = check == .characters || isLong && hasSolidViews(engine)
      let all = Self.summed(views, further: isFull ? 1 : 0.5)
      return sum + (isRetail && engine == .zxing ? min(all, Self.maxByZXing) : all)
    }
    let mayBeAnother = isRetail && rivals != .outdone
    return mayBePart || mayBeAnother || isChance && !fillsItsBars ? min(sum, 1) : sum
  }

  /// The largest of some points, plus a share of each of the others.
  private static func summed(_ points: [Double], further: Double) -> Double {
    let best = points.max() ?? 0
    return best + (points.reduce(0, +) - best) * further
  }

  /// How much the same engine's points on a further frame count: like a further view, it has other pixels, but the same
  /// method.
  private static let furtherFrame = 0.5

  /// The most points that ZXing alone gives an EAN or UPC: it misreads some on every line.
  private static let maxByZXing = 1.5

  /// Whether it is an EAN or UPC.
  var isRetail: Bool { barcode.symbology.isRetail }

  /// Whether it would be sure if no rival fitted as well.
  var isSureWithoutRivals: Bool {
    var alone = self
    alone.rivals = .outdone
    return alone.points >= Self.enough
  }

  /// Whether an engine that knows where a symbol begins and ends has a point for it.
  var isSeen: Bool {
    lines.contains { $0.key.engine != .zbar && points(of: $0.key, lines: $0.value) >= 1 }
  }

  /// Whether the symbology corrects errors, so that a decoded symbol is right.
  var isCorrecting: Bool { check == .correcting }

  /// Whether it is the symbology whose ends look like its digits.
  var isITF: Bool { barcode.symbology == .itf }

  /// Whether the symbology has no check of its own.
  var isOpen: Bool { check == .framed || check == .bare }

  /// Whether further frames add to the points of one engine: only if check characters, or much content, tell a reading
  /// from other print on the card.
  ///
  /// A misread that print causes, such as a short number within a longer one, is the same on every frame.
  var gainsFromFrames: Bool {
    (check == .digit || check == .characters || isLong) && !isChance && !hidesExtended
  }

  /// How a symbology protects itself against misreads.
  private enum Check {
    /// Reed-Solomon codes: a decoded symbol is right.
    case correcting
    /// A check digit over the whole content.
    case digit
    /// A check digit, but few digits in all.
    case short
    /// Check characters over the whole content, and characters that check themselves.
    case characters
    /// No check of its own, but characters that check themselves, the first and the last of a kind that begins and
    /// ends symbols.
    case framed
    /// Neither a check nor such ends.
    case bare
    /// Too little of anything to ever be sure.
    case none
  }

  private var check: Check {
    switch barcode.symbology {
    case .qrCode, .rmqrCode, .pdf417, .compactPDF417, .aztec, .dataMatrix, .maxiCode: .correcting
    // M1 only detects errors (ISO/IEC 18004 table 9).
    case .microQRCode: barcode.traits.version == "M1" ? .none : .correcting
    case .aztecRune, .telepen, .dxFilmEdge: .none
    case .ean8, .upcE: .short
    case .code128, .code93: .characters
    case .code39, .codabar: .framed
    case .itf: .bare
    default: .digit
    }
  }

  /// Points by lines: half of `enough` from `some` lines, all of it from `many`, and an eighth below that.
  private func points(of source: Source, lines: Int) -> Double {
    let (some, many): (Int, Int) =
      switch (source.engine, source.view, check) {
      case (.blurred, _, _): (1, 1)
      case (.confirming, _, _), (.print, _, _): (.max, .max)
      // All wrong ones were read on one line: one of 1,408 photos, whole and damaged, and one of 700 drawings.
      case (.zxing, _, .framed): (2, 4)
      // Altered lines count as plain ones: wrong ones were read on one, on 2 of 700 drawings and on no photo.
      case (.zxing, .altered, .characters): (2, 6)
      case (.zbar, .altered, .digit), (.zbar, .altered, .characters): (3, 60)
      case (_, .altered, _): (3, .max)
      case (.zxing, .plain, .digit), (.zxing, .plain, .characters): (2, 6)
      case (.zxing, .plain, _): (2, 12)
      case (.zxing, .strip, .digit), (.zxing, .strip, .characters): (1, 3)
      // Lines by ZBar alone are as often wrong as right, unless there are very many (our measurement).
      case (.zbar, .plain, .digit), (.zbar, .plain, .characters): (2, 60)
      // Wrong UPC-E readings by ZBar had 5 lines at most.
      case (.zbar, .plain, .short): (2, 25)
      case (.zbar, .plain, _): (2, .max)
      case (_, .strip, _): (2, 6)
      }
    // Few digits fit by chance: the half of an EAN-13 beside a glare looks like a UPC-E, but not like an EAN-8, which
    // has a guard in its middle.
    if check == .short, source.engine == .confirming {
      return barcode.symbology == .ean8 ? 1 : 0.5
    }
    if check == .short, source.engine == .blurred { return 1 }
    // Eight printed digits that agree by chance are one in a hundred million; without any bars, they make nothing sure.
    if source.engine == .print { return Self.enough - 0.25 }
    // It has the same clear lead in two bands as an out-of-focus reading.
    if source.engine == .confirming { return 2 }
    if hidesExtended { return 0.5 }
    if check == .bare, lines >= many, span ?? 0 < Self.fullSpan, !isWhole(to: source) { return 1 }
    return lines >= many ? 2 : lines >= some || isLong ? 1 : 0.25
  }

  /// Whether each view of an engine has several lines.
  private func hasSolidViews(_ engine: Finding.Engine) -> Bool {
    lines.allSatisfy { $0.key.engine != engine || $0.value >= 3 }
  }

  /// Whether the content is so long that two engines that agree are right, however few lines they saw.
  private var isLong: Bool { isOpen && barcode.bytes.count >= 10 }

  /// Whether an engine that knows an ITF's ends saw it where it does not go on.
  private func isWhole(to source: Source) -> Bool {
    source.engine == .zxing && source.view == .plain && hasBarsBeside == false
  }

  /// An ITF must fill the located bars; otherwise it may be a part of a longer one.
  static let fullSpan = 0.6

  /// Whether ZBar's folding of Code 128's extended characters (FNC4) into ASCII could have made this text: of all
  /// Latin-1, only `°±²³´µ¶·¸¹` turn into digits, and no card number contains those.
  private var hidesExtended: Bool {
    barcode.symbology == .code128 && lines.keys.allSatisfy { $0.engine == .zbar }
      && !barcode.bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
  }

  /// Whether both engines see it and it fills located bars.
  ///
  /// One engine on all bands is not enough: stripes continue from band to band (`9004` in a Code 128 of our corpus).
  private var fillsItsBars: Bool {
    span ?? 0 >= Self.fullSpan && Set(lines.keys.map(\.engine)).count > 1
  }

  /// Whether the content is so short that stripes can produce it by chance.
  var isChance: Bool {
    let count = barcode.bytes.count
    return switch barcode.symbology {
    case .code128, .code93: count < 3
    case .code39: count < 4
    case .codabar, .itf: count < 6
    default: false
    }
  }
}
