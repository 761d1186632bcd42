/// Colours as six hexadecimal digits (CSS Color Module Level 4, 5.2).
package enum ColourText {
  /// A colour in web notation: `#12ab00`.
  ///
  /// - Parameter rgb: The colour, 0xRRGGBB.
  /// - Returns: The text.
  package static func text(of rgb: UInt32) -> String {
    "#" + [rgb >> 16, rgb >> 8, rgb].map { UInt8(truncatingIfNeeded: $0) }.hexadecimal
  }

  /// The colour that six hexadecimal digits mean.
  ///
  /// - Parameter digits: The digits, without `#`.
  /// - Returns: The colour, 0xRRGGBB; `nil` for anything but six digits.
  package static func rgb(of digits: some StringProtocol) -> UInt32? {
    guard digits.utf8.count == 6, let parts = [UInt8](hexadecimal: digits) else { return nil }
    return parts.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
