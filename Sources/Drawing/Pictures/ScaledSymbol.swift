internal import Cards

/// A symbol whose modules are a whole number of units wide, with its whole quiet zone.
struct ScaledSymbol {
  /// The room for a symbol and its quiet zone, in units.
  struct Room {
    let width: Int
    let height: Int
    /// How wide a module may be.
    let moduleWidths: ClosedRange<Int>
    /// How high a linear symbol is where there is room.
    let linearHeight: Int
  }

  /// How many units wide a module is.
  let scale: Int
  private let symbol: DrawnSymbol
  /// In units.
  private let rowHeights: [Int]

  /// Scales a symbol to the largest size that the room allows.
  ///
  /// - Throws: `DrawingError.tooFine` where modules would be narrower than allowed.
  init(_ symbol: DrawnSymbol, in room: Room) throws(DrawingError) {
    let quiet = symbol.quietZone
    let isOneRow = symbol.symbology.shape == .linear && symbol.rows.count == 1
    let across = room.width / max(1, symbol.width + 2 * quiet.horizontal)
    let down = isOneRow ? across : room.height / max(1, symbol.height + 2 * quiet.vertical)
    // Limits are for what a scanner sees as a module.
    let parts = symbol.modulesPerCell
    let least = max(1, (room.moduleWidths.lowerBound + parts - 1) / parts)
    let scale = min(across, down, max(least, room.moduleWidths.upperBound / parts))
    guard scale >= least else { throw .tooFine(symbol.symbology) }
    self.symbol = symbol
    self.scale = scale
    guard isOneRow else {
      rowHeights = symbol.rowHeights.map { $0 * scale }
      return
    }
    let height = min(room.linearHeight, room.height - 2 * quiet.vertical * scale)
    // 15 % of the width can still be aimed at (ISO/IEC 15417 4.7.2, 16388 4.4).
    guard height >= symbol.width * scale * 15 / 100 else { throw .tooFine(symbol.symbology) }
    rowHeights = [height]
  }

  /// Width with the quiet zone, in units.
  var width: Int { (symbol.width + 2 * symbol.quietZone.horizontal) * scale }

  /// Height with the quiet zone, in units.
  var height: Int { rowHeights.reduce(0, +) + 2 * symbol.quietZone.vertical * scale }

  /// The symbol as SVG elements on a white quiet zone, which covers what is beneath.
  ///
  /// - Parameters:
  ///   - x: the left edge of the quiet zone.
  ///   - y: its upper edge.
  /// - Returns: two elements, each with a line end.
  func elements(x: Int, y: Int) -> String {
    let (left, top) = (
      x + symbol.quietZone.horizontal * scale, y + symbol.quietZone.vertical * scale
    )
    return """
      <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" fill="#ffffff"/>
      <path transform="translate(\(left) \(top)) scale(\(scale) 1)" fill="#000000" \
      shape-rendering="crispEdges" d="\(CardSVG.path(symbol, rowHeights: rowHeights))"/>

      """
  }
}
