import Cards
import Testing
import Wallet

/// What a person types from a card becomes the code that a scanner would read from it.
@Suite struct TypedCodeTests {
  struct Example: Sendable {
    let typed: String
    var named: Symbology?
    var old: Barcode?
    let symbology: Symbology
    let text: String
    var notes: [TypedCode.Note] = []
  }

  private func meaning(
    _ typed: String, as named: Symbology? = nil, replacing old: Barcode? = nil
  ) throws -> TypedCode.Meaning {
    try TypedCode(typed).meaning(as: named, replacing: old, today: .someDay)
  }

  @Test(arguments: [
    Example(typed: "5901234123457", symbology: .ean13, text: "5901234123457"),
    Example(typed: "5 901234 123457", symbology: .ean13, text: "5901234123457"),
    Example(typed: "036000291452", symbology: .upcA, text: "036000291452"),
    Example(typed: "96385074", symbology: .ean8, text: "96385074"),
    // More likely a member's number.
    Example(typed: "9638 5074", symbology: .code128, text: "9638 5074"),
    Example(typed: "Müller 7", symbology: .code128, text: "Müller 7"),
    Example(typed: "what?", symbology: .code128, text: "what?"),
    Example(
      typed: "590123412345", named: .ean13, symbology: .ean13, text: "5901234123457",
      notes: [.checkDigitAdded("7")]),
    Example(
      typed: "590123412345?", symbology: .ean13, text: "5901234123457", notes: [.digitFound("7")]),
    Example(
      typed: "59012?4123457", symbology: .ean13, text: "5901234123457", notes: [.digitFound("3")]),
    Example(
      typed: "ISBN 0-14-300723-8", symbology: .ean13, text: "9780143007234", notes: [.book]),
    Example(
      typed: "ISSN 0317-8471", symbology: .ean13, text: "9770317847001", notes: [.periodical]),
    Example(
      typed: "isbn 0-14-30072?-8", symbology: .ean13, text: "9780143007234",
      notes: [.digitFound("3"), .book]),
    Example(
      typed: "4711", old: .code128("0815"), symbology: .code128, text: "4711"),
  ])
  func `a number's form determines its kind`(_ example: Example) throws {
    let meaning = try meaning(example.typed, as: example.named, replacing: example.old)
    guard case .code(let barcode, let notes) = meaning else {
      Issue.record("\(meaning)")
      return
    }
    #expect(barcode.symbology == example.symbology && barcode.text == example.text)
    #expect(barcode.bytes == Array(example.text.utf8))
    #expect(notes == example.notes)
  }

  @Test func `a first code is made of a number and the kind that was chosen`() throws {
    let made = try TypedCode.correction("4711", as: .code128, of: nil, today: .someDay)
    #expect(made.barcode.symbology == .code128 && made.barcode.text == "4711" && made.notes.isEmpty)
  }

  @Test func `brackets make a GS1 code`() throws {
    let meaning = try meaning("(01)09521234543213(17)261231")
    guard case .code(let barcode, let notes) = meaning else {
      Issue.record("\(meaning)")
      return
    }
    #expect(barcode.text == "010952123454321317261231" && barcode.traits.gs1)
    #expect(barcode.traits.aimIdentifier == "]C1")
    #expect(notes == [.elements(["GTIN", "Expiry"])])
  }

  @Test(
    arguments: [
      ("GS1-128", "(01)09521234543213(10)A", "010952123454321310A", true),
      ("GS1-128", "010952123454321310A", "010952123454321310A", true),
      ("GS1 QR Code", "(01)09521234543213", "0109521234543213", true),
      ("ISBN", "0-14-300723-8", "9780143007234", false),
      ("ISBN", "978-0-14-300723-4", "9780143007234", false),
      ("ISSN", "0317-8471", "9770317847001", false),
      ("ISSN", "9770317847001", "9770317847001", false),
      ("JAN-13", "5901234123457", "5901234123457", false),
      ("UPC", "036000291452", "036000291452", false),
      ("Code 39 Extended", "Gym 7", "G+Y+M 7", false),
    ])
  func `a name that tells how the text is written is followed`(
    name: String, typed: String, content: String, isGS1: Bool
  ) throws {
    let named = try #require(NamedSymbology(name))
    let meaning = try TypedCode(typed)
      .meaning(as: named.symbology, form: named.form, today: .someDay)
    guard case .code(let barcode, _) = meaning else {
      Issue.record("\(meaning)")
      return
    }
    #expect(barcode.bytes == Array(content.utf8) && barcode.symbology == named.symbology)
    #expect(barcode.traits.gs1 == isGS1)
  }

  @Test(
    arguments: [
      ("GS1-128", "CLUB 4711", WalletError.code(.element(title: "", .unknownIdentifier))),
      ("GS1-128", "(01)09521234543214", .code(.element(title: "GTIN", .wrongCheckDigit))),
      ("ISBN", "5901234123457", .code(.publication(isBook: true))),
      ("Code 39 Extended", "é", .code(.notCode39)),
    ])
  func `what is not written as the name tells is refused`(
    name: String, typed: String, problem: WalletError
  ) throws {
    let named = try #require(NamedSymbology(name))
    #expect(throws: problem) {
      try TypedCode(typed).meaning(as: named.symbology, form: named.form, today: .someDay)
    }
  }

  @Test(
    arguments: [
      ("", nil, WalletError.code(.wrongLength)),
      ("\u{FFFD}", nil, .code(.notUnicode)),
      (" cardvault-KEY1qqqq", nil, .keyTyped),
      ("(01)09521234543214", nil, .code(.element(title: "GTIN", .wrongCheckDigit))),
      ("ISBN 0-14-300723-9", nil, .code(.publication(isBook: true))),
      ("ISSN 0317-8472", nil, .code(.publication(isBook: false))),
      ("59012?412345?", nil, .code(.unreadableDigit(.several(2)))),
      ("12?4", .code128, .code(.noCheckDigit(characterCount: 4, .code128))),
      ("12?4", nil, .code(.perhapsNoCheckDigit(characterCount: 4))),
      ("abc", .code39, .code(.notCode39)),
      ("036000291452", .ean13, .code(.completeUPCA)),
      ("5901234123458", .ean13, .code(.wrongCheckDigit(.ean13))),
      ("4711", .upcE, .code(.wrongNumber(.upcE, digitCount: 8))),
    ] as [(String, Symbology?, WalletError)])
  func `what cannot be a code is refused with its cause`(
    _ typed: String, _ named: Symbology?, _ problem: WalletError
  ) {
    #expect(throws: problem) { try meaning(typed, as: named) }
  }

  @Test func `no error reveals what was typed`() {
    #expect {
      try meaning("5901234123458", as: .ean13)
    } throws: {
      !"\($0)".contains("590123")
    }
  }

  @Test func `a code that replaces another one keeps its kind`() {
    #expect(throws: WalletError.code(.wrongNumber(.ean13, digitCount: 13))) {
      try meaning("4711", replacing: .ean13("5901234123457"))
    }
  }
}
