/// Writes comma-separated values (RFC 4180).
enum SeparatedText {
  /// A row of these fields, with its line end.
  static func line(_ fields: [String]) -> String {
    fields.map(written).joined(separator: ",") + "\r\n"
  }

  /// A field, in quotes where it needs them.
  private static func written(_ field: String) -> String {
    let marks = ",\"\r\n".utf8
    let isPlain = !field.utf8.contains(where: marks.contains)
    if isPlain, field.utf8.first != 0x20, field.utf8.last != 0x20 { return field }
    return "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
