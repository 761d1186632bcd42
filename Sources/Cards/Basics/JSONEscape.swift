extension Unicode.Scalar {
  /// The scalar, up to U+FFFF, as a JSON string may have it, such as `\u001b`.
  ///
  /// RFC 8259, section 7.
  package var jsonEscape: String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
