import Cards
import Testing

@testable import PictureSupport
@testable import Reading

@Suite struct `Retail symbols` {
  static func barcode(_ symbology: Symbology, _ text: String) -> Barcode {
    Barcode(symbology: symbology, bytes: Array(text.utf8), text: text)
  }

  static let numbers: [(Symbology, String)] = [
    (.ean13, "5901234123457"), (.upcA, "036000291452"), (.ean8, "96385074"), (.upcE, "04252614"),
    (.upcE, "12345670"),
  ]

  @Test(arguments: numbers)
  func `a symbol has the digits of its barcode, and the bars that ZXing draws`(
    symbology: Symbology, text: String
  ) throws {
    let barcode = Self.barcode(symbology, text)
    let symbol = try #require(RetailSymbol(barcode))
    let again = symbol.barcode(insteadOf: barcode)
    #expect(again.symbology == symbology && again.text == text && again.bytes == barcode.bytes)
    let names = [Symbology.ean13: "EAN13", .upcA: "UPCA", .ean8: "EAN8", .upcE: "UPCE"]
    let name = try #require(names[symbology])
    var modules = [Bool](repeating: false, count: symbol.layout.moduleCount)
    for bar in symbol.bars { for module in bar.start..<bar.end { modules[module] = true } }
    #expect(modules == Sample.modules(name, symbology == .upcE ? String(text.dropLast()) : text))
  }

  @Test(arguments: [
    (Symbology.ean13, "5901234123458"), (.upcE, "04252615"), (.code128, "96385074"),
  ])
  func `there is no symbol without a right check digit, nor for another symbology`(
    symbology: Symbology, text: String
  ) {
    #expect(RetailSymbol(Self.barcode(symbology, text)) == nil)
  }

  /// All costs 1, so that the cheapest rival differs least.
  func rival(
    of symbology: Symbology, _ text: String, isSwap: Bool
  ) throws -> (text: String, cost: Float)? {
    let barcode = Self.barcode(symbology, text)
    let symbol = try #require(RetailSymbol(barcode))
    var costs = [Float](repeating: 1, count: symbol.characters.count * 30)
    for (index, own) in symbol.characters.enumerated() { costs[index * 30 + own] = 0 }
    return symbol.cheapestRival(costs, isSwap: isSwap).map {
      ($0.symbol.barcode(insteadOf: barcode).text, $0.cost)
    }
  }

  @Test(
    arguments: [
      // 1 and 7, and 2 and 8, which have the same weight and are six apart.
      (Symbology.ean13, "4001030700003", "4007030100003"), (.ean8, "41070000", "47010000"),
      (.upcA, "044106307007", "044706307001"), (.upcE, "01674438", "07614438"),
    ])
  func `a swap of ambiguous digits that keeps the check digit is found`(
    symbology: Symbology, text: String, rival: String
  ) throws {
    let checked = CheckDigit.isRight(Array(text.utf8), as: symbology)
    try #require(checked == true, "\(text)")
    let found = try #require(try self.rival(of: symbology, text, isSwap: true))
    #expect(found.text == rival && found.cost == 2)
  }

  @Test(
    arguments: [
      // The most that a number of each kind has.
      (Symbology.upcE, "01817287", 11), (.ean8, "22228888", 35), (.ean13, "7282828888777", 512),
      (.ean13, "0112122887787", 510),
    ])
  func `each valid number that another gain makes is a rival`(
    symbology: Symbology, text: String, count: Int
  ) throws {
    let barcode = Self.barcode(symbology, text)
    let rivals = try #require(RetailSymbol(barcode)).gainRivals
    #expect(rivals.count == count)
    #expect(Set(rivals.map { $0.symbol.barcode(insteadOf: barcode).text }).count == count)
  }

  @Test(
    arguments: [
      (Symbology.upcE, "02871729", "08217189", Float(1)), (.upcE, "08217189", "02871729", -1),
      (.upcE, "08787774", "02721774", -1), (.upcE, "02721774", "08787774", 1),
    ])
  func `another gain makes another number of one whose digits are all ambiguous`(
    symbology: Symbology, text: String, rival: String, gain: Float
  ) throws {
    let barcode = Self.barcode(symbology, text)
    let rivals = try #require(RetailSymbol(barcode)).gainRivals
    #expect(
      rivals.contains { $0.symbol.barcode(insteadOf: barcode).text == rival && $0.gain == gain })
  }

  @Test(arguments: [
    (Symbology.ean13, "5901234123457"), (.ean13, "4006381333931"), (.upcE, "04252614"),
  ])
  func `most numbers have no such rival`(symbology: Symbology, text: String) throws {
    #expect(try #require(RetailSymbol(Self.barcode(symbology, text))).gainRivals.isEmpty)
  }

  @Test(arguments: [(Symbology.ean13, "5903456000004"), (.ean8, "90365409")])
  func `a number without two ambiguous digits has no swap`(symbology: Symbology, text: String)
    throws
  {
    let found = try rival(of: symbology, text, isSwap: true)
    #expect(found == nil)
  }

  @Test(arguments: numbers)
  func `each number has a rival, which has a right check digit`(
    symbology: Symbology, text: String
  ) throws {
    let found = try #require(try rival(of: symbology, text, isSwap: false))
    #expect(found.text != text)
    // A first digit 0 makes an EAN-13 a UPC-A, and the other way round.
    let kinds = [symbology, found.text.utf8.count == 12 ? .upcA : .ean13]
    #expect(kinds.contains { CheckDigit.isRight(Array(found.text.utf8), as: $0) == true })
  }
}
