internal import Cards

/// Finds the request that draws a barcode with the least difference from its original.
struct EncodingSearch {
  /// The drawn modules that differ least so far.
  struct Best {
    let rows: [[Bool]]
    let rowHeights: [Int]
    let differences: [Difference]
    /// Options 1 and 2 as zint used them.
    let options: (Int, Int)
    /// The weight of the differences, and how far off the error correction is.
    let cost: (Int, Int)
  }

  private let barcode: Barcode
  private var best: Best?
  private var failure = ZintFailure.refused

  /// Draws a barcode.
  static func best(for barcode: Barcode) throws(DrawingError) -> Best {
    let row = try EncodingTable.check(barcode)
    let plan = try EncodingPlan(for: barcode, row)
    var search = EncodingSearch(barcode: barcode)
    for request in plan.requests where !search.isDone { search.attempt(request) }
    if let request = plan.requests.first, let best = search.best, !search.isDone {
      for request in PDF417Shape.requests(for: barcode, request, after: best) where !search.isDone {
        search.attempt(request)
      }
    }
    if let best = search.best { return best }
    switch search.failure {
    case .tooLong: throw .tooLong(barcode.symbology, byteCount: barcode.bytes.count)
    case .refused: throw .refused(barcode.symbology)
    case .outOfMemory: throw .outOfMemory
    }
  }

  private init(barcode: Barcode) { self.barcode = barcode }

  private var isDone: Bool { best?.cost.0 == 0 }

  private mutating func attempt(_ request: ZintRequest) {
    do throws(ZintFailure) {
      let symbol = try ZintSymbol(request)
      let drawn = DrawnTraits(symbol, of: barcode.symbology)
      let differences = drawn.differences(from: barcode, request)
      let cost = (
        differences.reduce(0) { $0 + $1.weight },
        drawn.distance(from: barcode.traits.errorCorrection)
      )
      if let best, best.cost <= cost { return }
      best = Best(
        rows: symbol.rows(), rowHeights: symbol.rowHeights(), differences: differences,
        options: (symbol.option(1), symbol.option(2)), cost: cost)
    } catch {
      failure = error
    }
  }
}

/// Finds the level, columns and rows of a PDF417 kind for a given share of error correction.
///
/// Readers give the share as a whole percentage of all codewords; it follows from level, columns and rows and from
/// how many codewords the payload needs.
enum PDF417Shape {
  /// What to try for a barcode that was drawn as `drawn` with another share; nothing for other kinds.
  static func requests(
    for barcode: Barcode, _ request: ZintRequest, after drawn: EncodingSearch.Best
  ) -> [ZintRequest] {
    guard let wanted = Sizes.percent(barcode.traits.errorCorrection) else { return [] }
    switch barcode.symbology {
    case .microPDF417:
      return (1...4).map { shaped(request, level: -1, columns: $0, rows: 0) }
    case .pdf417, .compactPDF417:
      let (level, columns) = (max(0, drawn.options.0), max(1, drawn.options.1))
      let capacity = drawn.rows.count * columns - (2 << level)
      // At least three rows (ISO/IEC 15438 5.2), so a small payload may leave them half empty.
      let dataCount = drawn.rows.count == 3 ? 1 : max(1, capacity - columns + 1)
      let shapes = shapes(
        percent: wanted, dataCount: dataCount, columns: barcode.traits.columns, near: columns)
      return shapes.map { shaped(request, level: $0.level, columns: $0.columns, rows: $0.rows) }
    default:
      return []
    }
  }

  private typealias Shape = (level: Int, columns: Int, rows: Int, padding: Int)

  /// At most 64 shapes, the tightest first: an encoder pads only to fill its last row.
  private static func shapes(
    percent: Int, dataCount: Int, columns: Int?, near automatic: Int
  ) -> [Shape] {
    var shapes: [Shape] = []
    for level in 0...8 {
      let corrections = 2 << level
      let most = percent == 0 ? 928 : min(928, corrections * 100 / percent)
      let fewest = max(dataCount + corrections, corrections * 100 / (percent + 1) + 1)
      guard fewest <= most else { continue }
      for total in fewest...most {
        let fitting = (1...30).filter { count in
          total.isMultiple(of: count) && (3...90).contains(total / count)
            && (columns == nil || columns == count)
        }
        guard let count = fitting.min(by: { abs($0 - automatic) < abs($1 - automatic) }) else {
          continue
        }
        shapes.append((level, count, total / count, total - corrections - dataCount))
      }
    }
    return Array(shapes.sorted { $0.padding < $1.padding }.prefix(64))
  }

  private static func shaped(
    _ request: ZintRequest, level: Int, columns: Int, rows: Int
  ) -> ZintRequest {
    var request = request
    (request.option1, request.option2, request.option3) = (
      Int32(level), Int32(columns), Int32(rows)
    )
    return request
  }
}
