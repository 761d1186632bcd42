internal import Cards

/// One line of text fitted to a width: set smaller first, then shortened.
struct FittedText {
  /// Font size in pixels.
  let size: Int
  private let text: String

  /// - Parameters:
  ///   - text: in any script; white space is folded, control characters are replaced.
  ///   - width: in pixels.
  ///   - sizes: font sizes in pixels; the largest that fits is used.
  init(_ text: String, width: Int, sizes: ClosedRange<Int>) {
    var line = Self.folded(text)
    let size = sizes.reversed().first { Self.hundredths(line) * $0 <= width * 100 }
    if size == nil {
      let room = width * 100 / sizes.lowerBound - 80
      while !line.isEmpty && Self.hundredths(line) > room { line.removeLast() }
      line += "…"
    }
    self.size = size ?? sizes.lowerBound
    self.text = line
  }

  private init(size: Int, line: String) {
    self.size = size
    text = line
  }

  /// A number on as few lines as it needs, as large as fits.
  ///
  /// White space is folded, and control characters are replaced. A number that does not fit whole has no lines: part
  /// of a number helps nobody.
  static func lines(
    of number: String, width: Int, sizes: ClosedRange<Int>, atMost maxLines: Int
  ) -> [FittedText] {
    let line = folded(number)
    guard !line.isEmpty, number.unicodeScalars.count <= maxScalars else { return [] }
    for lineCount in 1...maxLines {
      for size in sizes.reversed() {
        let lines = wrapped(line, atMost: width * 100 / size)
        if lines.count <= lineCount { return lines.map { FittedText(size: size, line: $0) } }
      }
    }
    return []
  }

  var isEmpty: Bool { text.isEmpty }

  /// From the line's top to its baseline, in pixels; Noto Sans rises to 1.07 of the font size.
  var ascent: Int { size * 11 / 10 }
  /// The line's height in pixels; Noto Sans descends to 0.29 of the font size.
  var height: Int { size * 14 / 10 }

  /// The line as an SVG element, with a line end; empty when there is no text.
  func element(
    centre: Int, baseline: Int, weight: String, fill: String = "#000000"
  ) -> String {
    if isEmpty { return "" }
    return """
      <text x="\(centre)" y="\(baseline)" text-anchor="middle" font-family="\(Self.fonts)" \
      font-size="\(size)" font-weight="\(weight)" fill="\(fill)">\(Self.escaped(text))</text>

      """
  }

  /// Enough for any line, without processing a megabyte of name.
  private static let maxScalars = 512

  /// The beginning of a text on one line.
  private static func folded(_ text: String) -> String {
    let words = text.unicodeScalars.prefix(maxScalars).split { $0.properties.isWhitespace }
    return words.map { String($0) }.joined(separator: " ").printable
  }

  /// Breaks a line at blanks, and inside words only if they are longer than a line; `limit` is in hundredths of the
  /// font size.
  private static func wrapped(_ line: String, atMost limit: Int) -> [String] {
    var lines: [String] = []
    var rest = line[...]
    while !rest.isEmpty {
      var (end, width) = (rest.startIndex, 0)
      while end < rest.endIndex {
        width += hundredths(String(rest[end]))
        if width > limit, end > rest.startIndex { break }
        end = rest.index(after: end)
      }
      let blank = end < rest.endIndex ? rest[...end].lastIndex(of: " ") : nil
      lines.append(String(rest[..<(blank ?? end)]))
      rest = rest[(blank.map { rest.index(after: $0) } ?? end)...]
    }
    return lines
  }

  private static let fonts = "Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif"

  /// A generous estimate of the width in hundredths of the font size, since no fonts are available here.
  ///
  /// Wide scripts (Unicode Standard Annex 11: from Hangul Jamo, U+1100, and the planes above) need a full square,
  /// capitals of Latin fonts up to 0.9, other letters about 0.62 (measured: DejaVu Sans Bold).
  private static func hundredths(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      let isWide = (0x1100...0x11FF).contains(scalar.value) || scalar.value >= 0x2E80
      return sum + (isMark ? 0 : isWide ? 105 : scalar.properties.isUppercase ? 80 : 68)
    }
  }

  /// Escapes markup characters (XML 1.0 2.4), scalar by scalar, since a combining mark does not change what is
  /// markup.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"": result += "&quot;".unicodeScalars
      case "'": result += "&#39;".unicodeScalars
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
