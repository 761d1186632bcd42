internal import Cards

extension CardID {
  /// Reads an id as `description` writes it; `nil` for anything but 32 hexadecimal digits.
  init?(hexadecimal text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 2 * Self.byteCount, text.utf8.count == digits.count else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
