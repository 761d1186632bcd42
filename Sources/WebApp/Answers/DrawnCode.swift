internal import Cards
internal import Drawing
internal import Wallet

/// A code of a card and its drawing.
typealias DrawnCode = PageValue<CodeReport, CodeDrawing>

/// The symbol of a code, or why there is none.
struct CodeDrawing: Encodable, Sendable {
  var symbol: SymbolAnswer?
  /// Why it cannot be drawn, as the part of a sentence that follows “because”.
  var refusal: String?
}

extension DrawnCode {
  /// Draws a code; `today` decides the century of dates in it.
  init(_ barcode: Barcode, today: CalendarDate) {
    var drawing = CodeDrawing()
    if barcode.isPartial {
      drawing.refusal = WalletError.digitsMissing
    } else {
      do throws(DrawingError) {
        drawing.symbol = SymbolAnswer(try DrawnSymbol(barcode))
      } catch {
        drawing.refusal = error.failure.because
      }
    }
    self.init(CodeReport(barcode, today: today), beside: drawing)
  }
}

/// A barcode as modules, for a page that draws it in whole pixels of the screen.
struct SymbolAnswer: Encodable, Sendable {
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
  init(_ symbol: DrawnSymbol) {
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
