import Cards
import Drawing
import Testing
import Wallet

/// What of cards is taken along as pictures.
@Suite struct CardDrawingsTests {
  /// The faces that would be drawn.
  private func faces(_ cards: Card..., codeNumber: Int? = nil) throws -> CardDrawings<CardFace> {
    CardDrawings(of: cards, codeNumber: codeNumber, today: try .someDay) { $0 }
  }

  @Test func `a face has the name, the code and the number as printed`() throws {
    let drawings = try faces(.sample("Bakery", "4006381333931"))
    let drawn = try #require(drawings.drawn.first)
    #expect(drawn.picture.name == "Bakery" && drawn.picture.number == "4 006381 333931")
    #expect(drawn.picture.symbol != nil && drawn.codeNumber == nil)
    #expect(drawings.leftOut.isEmpty)
  }

  @Test func `a printed number is what a cashier types`() throws {
    let card = Card.sample("Bakery", "4006381333931").with { $0.printedNumber = "0815 4711" }
    #expect(try faces(card).drawn.first?.picture.number == "0815 4711")
  }

  @Test func `a PIN is never on a face`() throws {
    let secret = "739184"
    let full = Card.sample("Bakery", "4006381333931").with {
      ($0.pin, $0.note, $0.holder) = (secret, "note \(secret)", "holder \(secret)")
    }
    let bare = Card.sample("Gym").with { ($0.pin, $0.printedNumber) = (secret, "4711") }
    for card in [full, bare] {
      for drawn in try faces(card).drawn {
        #expect(!drawn.picture.name.contains(secret) && !drawn.picture.number.contains(secret))
        #expect(!(try PhonePicture(drawn.picture).svg.contains(secret)))
      }
    }
  }

  @Test func `each code of a card has a face, with its place in front of the name`() throws {
    let card = Card.sample("Gym", "4006381333931", "5901234123457")
    let drawn = try faces(card).drawn
    #expect(drawn.map(\.picture.name) == ["1 of 2  Gym", "2 of 2  Gym"])
    #expect(drawn.map(\.codeNumber) == [1, 2])
    #expect(try faces(card, codeNumber: 2).drawn.map(\.picture.name) == ["2 of 2  Gym"])
  }

  @Test func `a card with only a number is drawn, one with nothing is left out`() throws {
    let number = Card.sample("Gym").with { $0.printedNumber = "4711" }
    let drawings = try faces(number, .sample("Bare"))
    #expect(drawings.drawn.map(\.picture) == [CardFace(name: "Gym", symbol: nil, number: "4711")])
    #expect(drawings.leftOut.map(\.reason) == [.nothingToShow])
    #expect(drawings.leftOut[0].words == "“Bare” was left out: it has neither a code nor a number")
  }

  @Test func `a code with missing digits, and one that cannot be drawn, are left out`() throws {
    let partial = Card.sample("Torn", "40063813339?1")
    let wrong = Card.sample("Wrong", "4006381333930")
    let drawings = try faces(partial, wrong)
    #expect(drawings.drawn.isEmpty)
    #expect(
      drawings.leftOut.map(\.reason) == [.partial, .drawing(.wrongCheckDigit(.ean13))])
    #expect(drawings.leftOut.allSatisfy { !$0.words.contains("40063") })
    #expect(drawings.leftOut.allSatisfy { !$0.failure.because.contains("40063") })
  }
}
