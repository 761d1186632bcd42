/// What programs put around a field so that spreadsheets leave it as it is.
///
/// A spreadsheet calculates a field that begins with one of these signs (OWASP, CSV Injection), and drops the zeros in front of a
/// number. Our own tables put an apostrophe in front of the former, unless it is a plain number, and in front of whatever
/// reading would change; so reading gives every field of theirs back as it was.
enum FormulaGuard {
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// How often a field may be protected: an export of one that was imported as it stood has two layers, and thousands would
  /// take hours.
  private static let mostLayers = 4

  /// A field as it is written.
  static func guarded(_ field: String) -> String {
    let isFormula = field.unicodeScalars.first.map(signs.contains) ?? false
    return isFormula && WrittenValue.thousandths(field) == nil || isGuarded(field)
      ? "'" + field : field
  }

  /// A field as it was before it was written, by us or by another program: without the apostrophe in front, as the text in
  /// `="00123"`, or without the tabs around it.
  static func original(_ field: String) -> String {
    if isGuarded(field) { return String(field.unicodeScalars.dropFirst()) }
    var scalars = field.unicodeScalars[...]
    guard scalars.first == "\t" else { return formulaText(field) }
    while scalars.first == "\t" { scalars.removeFirst() }
    while scalars.last == "\t" { scalars.removeLast() }
    return formulaText(String(scalars))
  }

  /// A field of a table that any program may have written: without white space around it, and without protection, even if
  /// it was protected more than once.
  static func unprotected(_ field: String) -> String {
    var text = PlainText.trimmed(field)
    for _ in 0..<mostLayers {
      let original = PlainText.trimmed(original(text))
      if original == text { break }
      text = original
    }
    return text
  }

  /// Whether an apostrophe in front is none of the field's own: behind it are digits or one of the signs, and not a letter as in
  /// `'t Hoekje`.
  private static func isGuarded(_ field: String) -> Bool {
    guard field.unicodeScalars.first == "'",
      let first = field.unicodeScalars.first(where: { $0 != "'" })
    else { return false }
    return signs.contains(first) || first.properties.numericType == .decimal
  }

  /// The text of a formula that is nothing but a text: `00123` for `="00123"`.
  static func formulaText(_ field: String) -> String {
    guard field.hasPrefix("=\""), field.hasSuffix("\""), field.utf8.count >= 3 else { return field }
    let parts = field.dropFirst(2).dropLast()
      .split(separator: "\"\"", omittingEmptySubsequences: false)
    return parts.contains { $0.contains("\"") } ? field : parts.joined(separator: "\"")
  }
}
