/// Converts numbers from input methods and web pages to ASCII.
package enum DigitFolding {
  /// Converts a number whose digits, spaces or hyphens are not ASCII (full-width digits, no-break spaces).
  ///
  /// - Returns: The number in ASCII; `nil` if the text is not just a number, or is already ASCII.
  package static func folded(_ text: String) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var folded = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .decimalNumber: folded += scalar.properties.numericValue.map { "\(Int($0))" } ?? ""
      case .spaceSeparator: folded += " "
      case .dashPunctuation: folded += "-"
      // Invisible characters: joiners, direction marks.
      case .format: continue
      default:
        // The minus sign, and the sign for an unreadable digit.
        guard let sign = ["\u{2212}": "-", "?": "?", "\u{FF1F}": "?"][scalar] else { return nil }
        folded += sign
      }
    }
    return folded.utf8.contains { (0x30...0x39).contains($0) } ? folded : nil
  }
}
