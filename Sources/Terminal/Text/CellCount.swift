internal import Cards

extension String {
  /// The width of the text in terminal cells: none for marks, two for wide characters, otherwise one.
  package var cellCount: Int {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
    return unicodeScalars.reduce(0) { count, scalar in
      // Includes the bullets of masked numbers.
      if (0x20..<0x7F).contains(scalar.value) || scalar == "\u{2022}" { return count + 1 }
      return switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: count
      default: count + (Self.isWide(scalar) ? 2 : 1)
      }
    }
  }

  /// Blocks whose characters need two cells: East Asian Width W and F of UAX #11, by block.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
    0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
    0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAF6, 0x20000...0x3134A,
  ]

  /// Whether a character needs two cells.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= wide[0].lowerBound else { return false }
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(scalar.value)
  }

  /// The text cut to at most `cells` terminal cells, with an ellipsis if something was cut.
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

extension String {
  /// The cleaned text in lines of at most `width` terminal cells, broken between words where possible.
  ///
  /// - Parameter width: At least 2.
  /// - Returns: No lines for an empty text.
  package func wrapped(to width: Int) -> [String] {
    precondition(width > 1, "a wide character has two cells")
    let text = printable
    if text.cellCount <= width { return text.isEmpty ? [] : [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.cellCount + 1 + String(word).cellCount <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if line.cellCount + String(character).cellCount > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The same in at most `count` lines, with an ellipsis if something was cut.
  func wrapped(to width: Int, atMost count: Int) -> [String] {
    let lines = wrapped(to: width)
    guard lines.count > count else { return lines }
    guard count > 0 else { return [] }
    return lines.prefix(count - 1)
      + [lines.dropFirst(count - 1).joined(separator: " ").fitted(to: width)]
  }
}
