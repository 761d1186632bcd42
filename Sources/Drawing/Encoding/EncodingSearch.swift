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
