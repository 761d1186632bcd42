extension String {
  /// How many terminal cells the text takes: none for marks, two for wide characters, else one.
  package var cellCount: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    return unicodeScalars.reduce(0) { count, scalar in
      // The dots of masked numbers, too.
      if (0x20..<0x7F).contains(scalar.value) || scalar == "\u{2022}" { return count + 1 }
      return switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: count
      default: count + (Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1)
      }
    }
  }

  /// Blocks whose characters take two cells: East Asian Width W and F of UAX #11, by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]

  /// The text cut to at most `cells` terminal cells, with an ellipsis where something was cut.
  package func fitted(to cells: Int) -> String {
    guard cellCount > cells else { return self }
    var result = ""
    var used = 1
    for character in self {
      let width = String(character).cellCount
      if used + width > cells { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }
}
