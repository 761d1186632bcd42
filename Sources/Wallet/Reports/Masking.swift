package import Cards

/// What a list shows of codes and printed numbers.
package enum Masking {
  /// The last characters of a code, enough to tell two cards of one shop apart and too few to use it:
  /// at most 4, and never more than a third.
  package static func masked(_ barcode: Barcode) -> String { masked(barcode.text) }

  /// The last characters of a number, as of a code.
  package static func masked(_ text: String) -> String {
    "••••" + text.suffix(min(4, text.count / 3))
  }
}
