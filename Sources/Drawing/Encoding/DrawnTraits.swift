internal import Cards

/// A difference between a drawn symbol and the one that was read; bytes, ECI and GS1 never differ.
public enum Difference: Sendable, Hashable {
  /// The AIM identifier states something that zint does not draw: FNC1 in second position (except in Code 128), a
  /// part of a structured append whose header is not known, QR Code Model 1.
  case identifier(wanted: String)
  /// The drawn symbol is not for reader programming.
  case readerInitialisation
  /// Another error-correction level, in the notation of `SymbolTraits`.
  case errorCorrection(wanted: String, drawn: String?)
  /// Another size, in the notation of `SymbolTraits`.
  case version(wanted: String, drawn: String?)
  /// Another number of data columns.
  case columns(wanted: Int, drawn: Int?)
  /// Another data mask.
  case mask(wanted: Int, drawn: Int?)

  /// How much it matters: each weighs more than all those below it together.
  var weight: Int {
    switch self {
    case .identifier: 32
    case .readerInitialisation: 16
    case .errorCorrection: 8
    case .version: 4
    case .columns: 2
    case .mask: 1
    }
  }
}

/// The traits that zint reports of a symbol that it drew, in the notation of `SymbolTraits`.
struct DrawnTraits {
  private(set) var errorCorrection: String?
  private(set) var version: String?
  private(set) var mask: Int?
  private(set) var columns: Int?
  /// Whole percentages that readers may report for the symbol, where zint does not report it exactly.
  private var percents: ClosedRange<Int>?

  init(_ symbol: borrowing ZintSymbol, of symbology: Symbology) {
    let (first, second, third) = (symbol.option(1), symbol.option(2), symbol.option(3))
    switch symbology {
    case .qrCode:
      (errorCorrection, version) = (Sizes.levelName(first), String(second))
      mask = (third >> 8) - 1
    case .microQRCode:
      (errorCorrection, version) = (Sizes.levelName(first), "M\(second)")
      mask = (third >> 8) - 1
    case .rmqrCode:
      (errorCorrection, version) = (Sizes.levelName(first), Sizes.rmqrName(second))
    case .aztec:
      let (layers, isCompact) = second <= 4 ? (second, true) : (second - 4, false)
      version = String(layers)
      percents = Self.aztecPercents(layers: layers, isCompact: isCompact, option: first)
    case .dataMatrix:
      version = Sizes.dataMatrixName(second)
    case .pdf417, .compactPDF417:
      columns = second
      // ISO/IEC 15438 5.7.2: level s has 2^(s+1) error-correction codewords.
      let percent = (2 << max(0, first)) * 100 / max(1, symbol.rowCount * second)
      percents = percent...percent
    case .microPDF417:
      columns = second
      percents = Self.microPercents(codewords: symbol.rowCount * second, option: first)
    case .maxiCode:
      errorCorrection = String(first)
    default:
      break
    }
    if let percents { errorCorrection = "\(percents.lowerBound)%" }
  }

  /// The differences from the original; `request` is what zint was asked for.
  func differences(from barcode: Barcode, _ request: ZintRequest) -> [Difference] {
    let wanted = barcode.traits
    var differences: [Difference] = []
    let lacksHeader = wanted.part == nil && Self.parts.contains(wanted.aimIdentifier)
    let lacksIndicator = wanted.aimIdentifier == "]C2" && request.mode != .fnc1Escapes
    if lacksIndicator || lacksHeader || Self.undrawable.contains(wanted.aimIdentifier) {
      differences.append(.identifier(wanted: wanted.aimIdentifier))
    }
    if wanted.readerInitialisation, !request.readerInitialisation, barcode.symbology != .maxiCode {
      differences.append(.readerInitialisation)
    }
    if let level = wanted.errorCorrection, let drawn = errorCorrection, level != drawn,
      !(percents?.contains(Sizes.percent(level) ?? -1) ?? false)
    {
      differences.append(.errorCorrection(wanted: level, drawn: drawn))
    }
    if let size = wanted.version, let version, size != version {
      differences.append(.version(wanted: size, drawn: version))
    }
    if let count = wanted.columns, let columns, count != columns {
      differences.append(.columns(wanted: count, drawn: columns))
    }
    if let pattern = wanted.mask, let mask, pattern != mask {
      differences.append(.mask(wanted: pattern, drawn: mask))
    }
    return differences
  }

  /// How many percentage points its error correction differs from the original.
  func distance(from wanted: String?) -> Int {
    guard let wanted = Sizes.percent(wanted), let percents else { return 0 }
    return abs(wanted - percents.lowerBound)
  }

  /// ISO/IEC 15424 annex: QR Code Model 1, FNC1 in second position without and with ECI.
  private static let undrawable: Set = [
    "]Q0", "]Q5", "]Q6", "]d3", "]d6", "]d9", "]dC", "]z2", "]z5", "]z8", "]zB",
  ]

  /// ISO/IEC 15424 annex: structured append of Aztec, with FNC1 and ECI.
  private static let parts: Set = ["]z6", "]z7", "]z9", "]zA"]

  /// zint reports the share without three codewords, readers report it with them (ISO/IEC 24778 7.2.3, 8.4).
  private static func aztecPercents(layers: Int, isCompact: Bool, option: Int) -> ClosedRange<Int> {
    let bits = ((isCompact ? 88 : 112) + 16 * layers) * layers
    let total = bits / (layers <= 2 ? 6 : layers <= 8 ? 8 : layers <= 22 ? 10 : 12)
    let share = max(0, option >> 8)
    let fewest = (share * total + 99) / 100 + 3
    let most = max(fewest, ((share + 1) * total - 1) / 100 + 3)
    return fewest * 100 / total...most * 100 / total
  }

  /// zint rounds the share to the nearest percent; readers round it down and count one codeword more.
  private static func microPercents(codewords: Int, option: Int) -> ClosedRange<Int> {
    let share = max(0, option >> 8)
    let percents = (0...codewords)
      .filter { (200 * $0 + codewords) / max(1, 2 * codewords) == share }
      .map { $0 * 100 / (codewords + 1) }
    return (percents.first ?? share)...(percents.last ?? share)
  }
}
