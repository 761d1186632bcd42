package import Cards

extension Card {
  /// The number that a person types at a till: that of a code, or else the printed one.
  ///
  /// - Parameter place: Which code, from 1; `nil` for the first.
  /// - Returns: The number; empty where there is none.
  package func shownNumber(_ place: Int? = nil) -> String {
    let index = (place ?? 1) - 1
    return codes.indices.contains(index) ? codes[index].text : printedNumber
  }

  /// What a list shows of that number; empty where there is none.
  package var maskedNumber: String {
    let number = shownNumber()
    return number.isEmpty ? "" : Masking.masked(number)
  }
}

/// What a list shows of codes and printed numbers.
package enum Masking {
  /// The last characters of a code, enough to tell two cards of one shop apart but too few to use it.
  package static func masked(_ barcode: Barcode) -> String { masked(barcode.text) }

  /// The last characters of a number, by the same rule.
  package static func masked(_ text: String) -> String { String.mask + text.visibleEnding }
}
