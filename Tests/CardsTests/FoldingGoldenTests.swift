import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The text of `FoldingTable`, made anew from Unicode's data, to which our sources are not linked.
@Suite struct FoldingGoldenTests {
  @Test func `the table folds every letter as Unicode's data say`() throws {
    let top = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .removingLastComponent()
    try GoldenFile.check(
      Self.source, against: top.appending("Sources/Cards/Basics/FoldingText.swift"))
  }

  /// Letters with nothing that could be dropped as a mark, by their names in Unicode (NamesList, 16.0).
  private static let spelled: [String: String] = [
    "SHARP S": "ss", "THORN": "th", "ETH": "d", "DOTLESS I": "i", "DOTLESS J": "j", "KRA": "k",
    "ENG": "n",
  ]
  /// Letters, by that standard, that people take for an apostrophe or use to stretch a word: ʻokina, the Ukrainian
  /// apostrophe, tatweel.
  private static let empty: [Unicode.Scalar] = ["\u{2BB}", "\u{2BC}", "\u{640}"]

  /// The base letters of one that has no decomposition, such as LATIN SMALL LETTER L WITH STROKE or AE.
  private static func base(of scalar: Unicode.Scalar) -> String {
    if empty.contains(scalar) { return "" }
    for kind in ["LATIN SMALL LETTER ", "LATIN SMALL LIGATURE "] {
      guard let name = scalar.properties.name, name.hasPrefix(kind) else { continue }
      let letter = name.dropFirst(kind.count)
      let plain = letter.firstRange(of: " WITH ").map { letter[..<$0.lowerBound] } ?? letter
      if let letters = spelled[String(plain)] { return letters }
      if plain.count <= 2 { return plain.lowercased() }
    }
    return String(scalar)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  /// Full case folding (Unicode 16.0, 3.13): the lower case of the upper case, twice for ẞ, whose upper case is itself.
  private static func caseFolded(_ text: String) -> String {
    (1...2).reduce(text) { text, _ in
      text.unicodeScalars.map(\.properties.uppercaseMapping).joined()
        .unicodeScalars.map(\.properties.lowercaseMapping).joined()
    }
  }

  /// What is part of a word, or separates two of them.
  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isMark(scalar) {
      let properties = scalar.properties
      if scalar.isASCII {
        if !"'-.".unicodeScalars.contains(scalar) {
          plain.append(properties.isAlphabetic || properties.numericType != nil ? scalar : " ")
        }
      } else if properties.isWhitespace {
        plain.append(" ")
      } else if properties.isAlphabetic || properties.generalCategory == .spacingMark
        || [.decimalNumber, .letterNumber, .otherNumber].contains(properties.generalCategory)
      {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// NFKD, full case folding, NFKD again, and without marks.
  private static func folded(_ scalar: Unicode.Scalar) -> String {
    let parts = String(scalar).decomposedStringWithCompatibilityMapping
    // A mark on its own, such as ´, is decomposed to one on a space.
    if parts.unicodeScalars.first == " ", parts.unicodeScalars.count > 1,
      parts.unicodeScalars.dropFirst().allSatisfy(isMark)
    {
      return ""
    }
    let folded = caseFolded(parts).decomposedStringWithCompatibilityMapping
    return plain(folded.unicodeScalars.filter { !isMark($0) }.map(base).joined())
  }

  /// Scalars that become the same, or as many other neighbours.
  private struct Run {
    var scalars: ClosedRange<UInt32>
    let letters: [UInt32]
    var isCounting: Bool?

    /// Takes the next scalar in, if its letters fit.
    mutating func takes(_ scalar: UInt32, _ others: [UInt32]) -> Bool {
      guard scalars.upperBound + 1 == scalar else { return false }
      let next = letters.map { $0 + scalar - scalars.lowerBound }
      if isCounting != true, others == letters {
        isCounting = false
      } else if isCounting != false, letters.count == 1, others == next {
        isCounting = true
      } else {
        return false
      }
      scalars = scalars.lowerBound...scalar
      return true
    }

    var text: String {
      let digits = { (number: UInt32) in String(number, radix: 16) }
      let ends = Set([scalars.lowerBound, scalars.upperBound]).sorted().map(digits)
      return ends.joined(separator: "-") + (isCounting == true ? "+" : "=")
        + letters.map { digits($0) + "." }.joined()
    }
  }

  private static var runs: [Run] {
    var runs: [Run] = []
    for number in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(number), !isSettled(scalar) else { continue }
      let folded = folded(scalar)
      guard folded != plain(String(scalar)) else { continue }
      let letters = folded.unicodeScalars.map(\.value)
      if runs.last == nil || !runs[runs.count - 1].takes(number, letters) {
        runs.append(Run(scalars: number...number, letters: letters))
      }
    }
    return runs
  }

  /// Whether it needs no place in the table: its lower case is looked up instead, or its parts are computed.
  private static func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .unassigned, .privateUse: true
    default:
      scalar.properties.changesWhenLowercased || (0xAC00..<0xD7A4).contains(scalar.value)
    }
  }

  private static var source: String {
    var lines = ["   "]
    for run in runs.map(\.text) {
      if lines[lines.count - 1].count + run.count + 1 > 97 {
        lines[lines.count - 1] += " \\"
        lines.append("   ")
      }
      lines[lines.count - 1] += " " + run
    }
    let head = """
      // Made by Tests/CardsTests/FoldingGoldenTests.swift from Unicode's data in Foundation.

      extension FoldingTable {
        static let text = \"""

      """
    return head + lines.joined(separator: "\n") + "\n    \"\"\"\n}\n"
  }
}
