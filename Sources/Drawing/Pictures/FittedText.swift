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
    // Enough for any line, without processing a megabyte of name.
    let words = text.unicodeScalars.prefix(512).split { $0.properties.isWhitespace }
    var line = words.map { String($0) }.joined(separator: " ").printable
    let size = sizes.reversed().first { Self.hundredths(line) * $0 <= width * 100 }
    if size == nil {
      let room = width * 100 / sizes.lowerBound - 80
      while !line.isEmpty && Self.hundredths(line) > room { line.removeLast() }
      line += "…"
    }
    self.size = size ?? sizes.lowerBound
    self.text = line
  }

  var isEmpty: Bool { text.isEmpty }

  /// The line as an SVG element, with a line end; empty when there is no text.
  func element(centre: Int, baseline: Int, weight: String) -> String {
    if isEmpty { return "" }
    return """
      <text x="\(centre)" y="\(baseline)" text-anchor="middle" font-family="\(Self.fonts)" \
      font-size="\(size)" font-weight="\(weight)" fill="#000000">\(Self.escaped(text))</text>

      """
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
