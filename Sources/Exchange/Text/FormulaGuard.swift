/// Keeps spreadsheets from mistaking a field for a formula, in a way that reading reverses.
///
/// A spreadsheet calculates a field that begins with one of these signs (OWASP, CSV Injection). Such a field gets an
/// apostrophe in front, unless it is a plain number. So does a field that begins with apostrophes and such a sign:
/// therefore taking one apostrophe away gives every field back as it was.
enum FormulaGuard {
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// A field as it is written.
  static func guarded(_ field: String) -> String {
    isFormula(field.unicodeScalars[...]) ? "'" + field : field
  }

  /// A field as it was before it was written.
  static func original(_ field: String) -> String {
    let rest = field.unicodeScalars.dropFirst()
    return field.unicodeScalars.first == "'" && isFormula(rest) ? String(rest) : field
  }

  private static func isFormula(_ field: Substring.UnicodeScalarView) -> Bool {
    guard let first = field.first(where: { $0 != "'" }), signs.contains(first) else {
      return false
    }
    return WrittenValue.thousandths(String(field)) == nil
  }
}
