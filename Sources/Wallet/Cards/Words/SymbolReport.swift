internal import Cards
package import Drawing

/// A barcode as modules, for a page that draws it in whole pixels of the screen.
package struct SymbolReport: Encodable, Sendable {
  struct Quiet: Encodable, Sendable {
    let horizontal: Int
    let vertical: Int
  }

  /// A character per module, `1` for dark.
  let rows: [String]
  /// How many modules high each row is.
  let heights: [Int]
  /// The quiet zone that belongs around it, in modules.
  let quiet: Quiet
  let shape: String

  /// Takes the modules of a drawn symbol.
  package init(_ symbol: DrawnSymbol) {
    rows = symbol.rows.map { row in String(row.map { $0 ? "1" : "0" }) }
    heights = symbol.rowHeights
    quiet = Quiet(
      horizontal: symbol.quietZone.horizontal, vertical: symbol.quietZone.vertical)
    shape =
      switch symbol.symbology.shape {
      case .matrix: "matrix"
      case .linear: "linear"
      case .stacked: "stacked"
      }
  }
}
