internal import Cards

/// Protects fields from spreadsheets, and removes such protection.
///
/// A spreadsheet evaluates a field that begins with one of these signs (OWASP, CSV Injection), and drops leading zeros. Our
/// own tables put an apostrophe in front of such a field, unless it is a plain number, and in front of any field that
/// reading would otherwise change; so every field survives the round trip.
enum FormulaGuard {
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// How many layers of protection to remove: exporting an imported field again makes two, and thousands would take hours.
  private static let maxLayers = 4

  /// The field as our tables contain it.
  static func guarded(_ field: String) -> String {
    let isFormula = field.unicodeScalars.first.map(signs.contains) ?? false
    return isFormula && WrittenValue.thousandths(field) == nil || isGuarded(field)
      ? "'" + field : field
  }

  /// The field without the protection of any program: a leading apostrophe, `="00123"`, or tabs around it.
  static func original(_ field: String) -> String {
    if isGuarded(field) { return String(field.unicodeScalars.dropFirst()) }
    var scalars = field.unicodeScalars[...]
    guard scalars.first == "\t" else { return formulaText(field) }
    while scalars.first == "\t" { scalars.removeFirst() }
    while scalars.last == "\t" { scalars.removeLast() }
    return formulaText(String(scalars))
  }

  /// A field of any program's table, trimmed and without protection, even if it was protected more than once.
  static func unprotected(_ field: String) -> String {
    var text = field.trimmed
    for _ in 0..<maxLayers {
      let original = original(text).trimmed
      if original == text { break }
      text = original
    }
    return text
  }

  /// Whether a leading apostrophe is a protection: a digit or one of the signs follows, and not a letter as in `'t Hoekje`.
  private static func isGuarded(_ field: String) -> Bool {
    guard field.unicodeScalars.first == "'",
      let first = field.unicodeScalars.first(where: { $0 != "'" })
    else { return false }
    return signs.contains(first) || first.properties.numericType == .decimal
  }

  /// The text in a formula that is only a text: `00123` for `="00123"`.
  static func formulaText(_ field: String) -> String {
    guard field.hasPrefix("=\""), field.hasSuffix("\""), field.utf8.count >= 3 else { return field }
    let parts = field.dropFirst(2).dropLast()
      .split(separator: "\"\"", omittingEmptySubsequences: false)
    return parts.contains { $0.contains("\"") } ? field : parts.joined(separator: "\"")
  }
}
