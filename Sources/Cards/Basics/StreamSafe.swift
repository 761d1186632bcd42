extension String {
  /// The most marks that follow each other without a letter in stream-safe text, and what is put between more of them
  /// (UAX #15, 13: Stream-Safe Text Format).
  private static let mostMarks = 30
  private static let joiner: Unicode.Scalar = "\u{34F}"

  /// The text with U+034F behind each 30 marks that follow each other, if there are more (UAX #15, 13: Stream-Safe Text
  /// Process); itself where nothing is put into it.
  ///
  /// No language has so many on a letter. Swift sorts them by insertion wherever texts are compared or hashed, which
  /// for a million of them takes hours.
  package var streamSafe: String {
    if isStreamSafe { return self }
    var safe = UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count = Self.isMark(scalar) ? count + 1 : 0
      if count > Self.mostMarks {
        safe.append(Self.joiner)
        count = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }

  /// Whether no more than 30 marks follow each other.
  package var isStreamSafe: Bool {
    // The UTF-8 of U+0300, the first mark, begins with this byte.
    if utf8.allSatisfy({ $0 < 0xCC }) { return true }
    var count = 0
    return unicodeScalars.allSatisfy { scalar in
      count = Self.isMark(scalar) ? count + 1 : 0
      return count <= Self.mostMarks
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
  }
}
