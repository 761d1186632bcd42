/// Check characters that a symbology leaves optional.
public enum CheckCharacter {
  /// Whether the last character is a correct modulo-43 check of those before it (ISO/IEC 16388 annex A).
  public static func isRightInCode39(_ bytes: [UInt8]) -> Bool {
    let values = bytes.compactMap { code39.firstIndex(of: $0) }
    guard values.count == bytes.count, values.count > 1, let check = values.last else {
      return false
    }
    return values.dropLast().reduce(0, +) % 43 == check
  }

  private static let code39 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
}
