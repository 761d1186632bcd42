internal import Cards

/// The symbology that a number on a card probably has, where nothing tells it.
struct GuessedCode {
  /// More characters than this hardly fit on a card as Code 128, which needs 11 modules for each (ISO/IEC 15417, 4.2).
  private static let longestLinear = 40

  /// The probable symbology: EAN-13, UPC-A or EAN-8 by length and check digit, otherwise Code 128, or QR Code for
  /// what is too long for that or is a web address.
  let symbology: Symbology
  /// The content of the symbol: the digits of a trade item number without the spaces between them.
  let text: String

  /// Guesses from a number.
  init(_ number: String) {
    let bare = Self.bare(number)
    let retail = [Symbology.ean13, .upcA, .ean8].first {
      CheckDigit.isRight(Array(bare.utf8), as: $0) == true
    }
    let isShort = number.count <= Self.longestLinear && number.utf8.allSatisfy { $0 < 0x80 }
    text = retail == nil ? number : bare
    symbology = retail ?? (isShort && !number.contains("://") ? .code128 : .qrCode)
  }

  /// A number without the spaces and hyphens that group its digits.
  static func bare(_ number: String) -> String {
    number.filter { $0 != " " && $0 != "-" && $0 != "\u{A0}" && $0 != "\u{202F}" }
  }
}
