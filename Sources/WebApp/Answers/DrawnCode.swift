internal import Cards
internal import Drawing
internal import Wallet

/// A code of a card and its drawing.
typealias DrawnCode = PageValue<CodeReport, CodeDrawing>

/// The symbol of a code, or why there is none.
struct CodeDrawing: Encodable, Sendable {
  var symbol: SymbolReport?
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
        drawing.symbol = SymbolReport(try DrawnSymbol(barcode))
      } catch {
        drawing.refusal = error.failure.because
      }
    }
    self.init(CodeReport(barcode, today: today), beside: drawing)
  }
}
