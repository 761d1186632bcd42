import Cards
import Drawing
import Foundation
import Reading
import Testing

@testable import PictureSupport

/// What is only a part of a code is doubtful, and stays what it is.
@Suite struct PartTests {
  private static let parts = [
    part(.qrCode, "1 of 3", 1, 3, "77"), part(.qrCode, "4711", 2, 2, "0"),
    part(.dataMatrix, "2 of 4", 2, 4, "258"), part(.aztec, "2 of 3", 2, 3, ""),
    part(.aztec, "1 of 2", 1, 2, "GYM-1"),
  ]

  private static func part(
    _ symbology: Symbology, _ text: String, _ index: Int, _ count: Int, _ id: String
  ) -> Barcode {
    Barcode(
      symbology: symbology, bytes: Array(text.utf8), text: text,
      traits: SymbolTraits(part: .init(index: index, count: count, id: id)))
  }

  @Test(arguments: parts)
  func `a part of a structured append is doubtful, with its header`(original: Barcode) throws {
    let code = try #require(try read(original).first)
    #expect(code.doubt == .part)
    #expect(code.barcode.bytes == original.bytes)
    #expect(code.barcode.traits.part == original.traits.part)
    #expect(try read(code.barcode).map(\.barcode) == [code.barcode])
  }

  @Test(arguments: ["000", "025", "136", "255"])
  func `an Aztec Rune is read and drawn as one`(text: String) throws {
    let rune = Barcode(symbology: .aztecRune, bytes: Array(text.utf8), text: text)
    let code = try #require(try read(rune).first)
    #expect(code.barcode.symbology == .aztecRune && code.barcode.bytes == rune.bytes)
    #expect(!code.isSure)
    #expect(try DrawnSymbol(code.barcode).rows == DrawnSymbol(rune).rows)
  }

  @Test(
    arguments: [
      "CODABLOCK F 34567890", "codablock f with small letters", "0123456789012345678901234567",
      "Gym 4711", "A",
    ], [2, 3, 5])
  func `a row of a Codablock F is no sure Code 128`(text: String, scale: Int) throws {
    let picture = try #require(Self.codablock(text, scale: scale).saved(as: ".png"))
    let rows = try codes(of: picture)
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.doubt == .part }, "\(rows.map(\.doubt))")
  }

  @Test(arguments: [2, 3, 5])
  func `one row alone is none, either`(scale: Int) throws {
    let picture = try #require(
      Self.codablock("CODABLOCK F 34567890", row: 1, scale: scale).saved(as: ".png"))
    let rows = try codes(of: picture)
    #expect(rows.map(\.doubt) == [.part])
  }

  @Test(
    arguments: [
      "A\tB\tC", "\u{1}\u{2}ab", "AB\u{10}12345678", "ab12345678", "12345678", "CLUB 4711", "\ta",
    ])
  func `a Code 128 of any code set is no row`(text: String) throws {
    let code = Barcode(symbology: .code128, bytes: Array(text.utf8), text: text)
    #expect(try read(code).map(\.doubt) == [nil])
  }

  /// The pictures, where they are present.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "../shared/cases/16-parts-as-whole"),
      "the shared cases are not here"),
    arguments: ["sa0", "sa1", "sa2", "codablockf", "aztecrune"])
  func `the shared pictures show nothing sure`(name: String) throws {
    let file = "../shared/cases/16-parts-as-whole/\(name).png"
    let found = try codes(of: Array(try Data(contentsOf: URL(filePath: file))))
    #expect(!found.isEmpty && found.allSatisfy { !$0.isSure })
    if name != "aztecrune" { #expect(found.allSatisfy { $0.doubt == .part }) }
  }

  private func read(_ barcode: Barcode, scale: Int = 4) throws -> [FoundBarcode] {
    let symbol = try DrawnSymbol(barcode)
    let sample = Self.sample(symbol.rows, heights: symbol.rowHeights, scale: scale)
    return try codes(of: try #require(sample.saved(as: ".png")))
  }

  /// A Codablock F, or one row of it.
  ///
  /// Text in code set B, or pairs of digits in code set C; rows begin as in AIM Europe, Uniform Symbology
  /// Specification Codablock F 2.3.
  private static func codablock(
    _ text: String, columns: Int = 6, row only: Int? = nil, scale: Int
  ) -> Sample {
    let digits = text.utf8.map { Int($0) - 48 }
    let isNumber = digits.allSatisfy { (0...9).contains($0) }
    var values =
      isNumber
      ? stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
      : text.utf8.map { Int($0) - 32 }
    let count = max(2, (values.count + columns - 1) / columns)
    values += Array(repeating: 0, count: count * columns - values.count)
    let rows = (0..<count).map { row in
      let indicator = row > 0 ? row + (isNumber ? 42 : 10) : count + (isNumber ? -2 : 62)
      let data = values[row * columns..<(row + 1) * columns]
      let characters = [103, isNumber ? 99 : 100, indicator] + data
      let sum = characters.enumerated().reduce(0) { $0 + max(1, $1.offset) * $1.element }
      return modules(characters + [sum % 103])
    }
    let shown = only.map { [rows[$0]] } ?? rows
    return sample(shown, heights: shown.map { _ in 10 }, scale: scale)
  }

  /// The modules of characters of Code 128 by their values, and of the stop (ISO/IEC 15417 table 1).
  private static func modules(_ characters: [Int]) -> [Bool] {
    let table = patterns.split { $0 == " " || $0 == "\n" }
    return (characters.map { String(table[$0]) } + ["2331112"]).flatMap { widths in
      widths.utf8.enumerated().flatMap { place, width in
        Array(repeating: place.isMultiple(of: 2), count: Int(width) - 48)
      }
    }
  }

  private static let patterns = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232
    122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122
    321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311
    211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
    213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422
    121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111
    241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121
    412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412
    """

  private static func sample(_ rows: [[Bool]], heights: [Int], scale: Int) -> Sample {
    let margin = 12
    let (width, height) = (rows[0].count + 2 * margin, heights.reduce(0, +) + 2 * margin)
    var sample = Sample(width: width * scale, height: height * scale)
    var y = margin
    for (row, tall) in zip(rows, heights) {
      for (x, isDark) in row.enumerated() where isDark {
        for pixel in y * scale..<(y + tall) * scale {
          for across in (x + margin) * scale..<(x + margin + 1) * scale {
            sample.pixels[pixel * sample.width + across] = 0
          }
        }
      }
      y += tall
    }
    return sample
  }
}
