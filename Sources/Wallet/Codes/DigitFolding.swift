/// A number as input methods and web pages give it.
package enum DigitFolding {
  /// A number whose digits, blanks and hyphens are not ASCII (full-width digits, no-break spaces), in ASCII.
  ///
  /// - Returns: `nil` for what is more than a number, or is ASCII already.
  package static func folded(_ text: String) -> String? {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var folded = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .decimalNumber: folded += scalar.properties.numericValue.map { "\(Int($0))" } ?? ""
      case .spaceSeparator: folded += " "
      case .dashPunctuation: folded += "-"
      // Invisible: joiners, marks of direction.
      case .format: continue
      default:
        // The minus sign, and what stands for a digit that nobody can read.
        guard let sign = ["\u{2212}": "-", "?": "?", "\u{FF1F}": "?"][scalar] else { return nil }
        folded += sign
      }
    }
    return folded.utf8.contains { (0x30...0x39).contains($0) } ? folded : nil
  }
}
