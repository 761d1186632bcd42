import Cards
import Testing
import Wallet

/// Ambiguous numbers are not guessed.
@Suite struct UnclearNumberTests {
  @Test(
    arguments: [
      ("0143007238", [.book, .number], .isbn10),
      ("04252614", [.productUPCE, .number], .upcE),
      ("5901234123458", [.number], .wrongCheckDigit(.ean13, digitCount: 13)),
      ("036000291453", [.incompleteEAN13, .number], .wrongCheckDigit(.upcA, digitCount: 12)),
      ("96385075", [.number], .wrongCheckDigit(.ean8, digitCount: 8)),
      ("https://example.org/x", [.address, .text], .webAddress),
    ] as [(String, [UnclearNumber.Meaning], UnclearNumber.Reason)])
  func `the possible meanings are listed`(
    _ typed: String, _ meanings: [UnclearNumber.Meaning], _ reason: UnclearNumber.Reason
  ) throws {
    let number = try #require(UnclearNumber(typed, replacing: nil))
    #expect(number.meanings == meanings && number.reason == reason)
    guard case .unclear(number) = try TypedCode(typed).meaning(today: .someDay) else {
      Issue.record("it was taken for something")
      return
    }
    // No choice leads to a second question.
    for meaning in meanings {
      let chosen = try? TypedCode(typed).meaning(as: meaning.symbology, today: .someDay)
      if case .unclear = chosen { Issue.record("\(meaning)") }
    }
  }

  @Test(arguments: [
    "5901234123457", "036000291452", "96385074", "9638 5075", "4711", "ABC", "https://",
  ])
  func `an unambiguous number is not asked about`(_ typed: String) {
    #expect(UnclearNumber(typed, replacing: nil) == nil)
  }

  @Test func `the replaced code decides`() {
    #expect(UnclearNumber("5901234123458", replacing: .ean13("5901234123457")) == nil)
    #expect(UnclearNumber("5901234123458", replacing: .code128("1234567890123")) == nil)
    #expect(UnclearNumber("5901234123458", replacing: .code128("4711")) != nil)
  }
}
