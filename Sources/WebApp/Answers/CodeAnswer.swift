internal import Cards
internal import Drawing
internal import Wallet

/// A code of a card, with what it means and its symbol.
struct CodeAnswer: Encodable, Sendable {
  let symbology: String
  let text: String
  /// The text for people, as printed beneath the symbol: GS1 codes without their separators.
  let shown: String
  /// Whether some of its digits could not be read.
  let partial: Bool
  let meaning: [String]
  let symbol: SymbolAnswer?
  /// Why it cannot be drawn.
  let refusal: String?

  /// Draws a code; `today` decides the century of dates in it.
  init(_ barcode: Barcode, today: CalendarDate) {
    symbology = barcode.symbology.name
    text = barcode.text
    partial = barcode.isPartial
    let words = CodeWords(barcode, today: today, isForPage: true)
    (shown, meaning) = (words.line, words.meaning)
    var (drawn, reason): (SymbolAnswer?, String?) = (nil, nil)
    if barcode.isPartial {
      reason = Failure(WalletError.partialCode).because
    } else {
      do throws(DrawingError) {
        drawn = SymbolAnswer(try DrawnSymbol(barcode))
      } catch {
        reason = Failure(error).because
      }
    }
    (symbol, refusal) = (drawn, reason)
  }
}
