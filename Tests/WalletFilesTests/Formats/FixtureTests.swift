import Cards
import Testing

@testable import WalletFiles

/// Each of our files of other wallets, field by field.
@Suite struct FixtureTests {
  @Test func `Catima's first version`() throws {
    let reading = try ForeignReading(Fixtures.catimaFirst)
    #expect(reading.cards.map(\.name) == ["Bäckerei", "Empty", "Odd"])
    let (bakery, empty, odd) = (reading.cards[0], reading.cards[1], reading.cards[2])
    #expect(bakery.note == "says \"hi\" to me")
    #expect(bakery.colour == 0)
    #expect(bakery.isFavourite)
    #expect(empty.number == "77")
    #expect(empty.doubts == [.noCode])
    #expect(odd.doubts == [.wrongCheckDigit])
    #expect(odd.colour == nil)
    #expect(!odd.isFavourite)
    #expect(reading.unreadable.isEmpty)
  }

  @Test func `Catima's second version`() throws {
    let reading = try ForeignReading(Fixtures.catimaSecond)
    #expect(reading.cards.map(\.name) == ["Gym", "Gift", "Same"])
    #expect(reading.unreadable == [.init(name: "No number", reason: .noNumber)])
    let (gym, gift, same) = (reading.cards[0], reading.cards[1], reading.cards[2])
    #expect(gym.codes.map(\.text) == ["https://example.org/é"])
    #expect(gym.codes.map(\.bytes) == [Array("https://example.org/é".utf8)])
    #expect(gym.number == "A-7")
    #expect(gym.balance == Balance(thousandths: 300_000, currency: ""))
    #expect(gym.validFrom == CalendarDate("2020-01-01"))
    #expect(gym.expires == CalendarDate("2026-12-31"))
    #expect(gym.tags == ["Sport, etc."])
    #expect(gym.isFavourite && !gym.isArchived)
    #expect(gift.note == "line one\r\n\r\nline three")
    #expect(gift.balance == Balance(thousandths: 20_500, currency: "EUR"))
    #expect(gift.isArchived)
    #expect(same.leftOut.isEmpty && same.note == "Expires: x\nBalance: 1.00E+02 EUR")
    #expect(same.allDoubts == [.unreadDay, .unclearBalance, .rounded])
  }

  @Test func `FidMe`() throws {
    let reading = try ForeignReading(Fixtures.fidMe)
    #expect(reading.cards.map(\.name) == ["Super U", "Super U", "Alone", "A;B"])
    #expect(
      reading.cards.map(\.number) == ["0123456789012", "0123456789029", "55", "1\"2"])
    #expect(reading.cards.map(\.holder) == ["Léa Martin", "", "", ""])
    #expect(reading.cards.map(\.note) == ["Carte U", "Carte U", "", ""])
    #expect(Set(reading.cards.map(\.sourceID)).count == 4)
    #expect(reading.unreadable == [.init(name: "Nobody", reason: .noNumber)])
  }

  @Test func `Voucher Vault`() throws {
    let reading = try ForeignReading(Fixtures.voucherVault)
    #expect(reading.cards.map(\.name) == ["Cinema", "Book", "Plain"])
    let (cinema, book, plain) = (reading.cards[0], reading.cards[1], reading.cards[2])
    #expect(cinema.codes.map(\.symbology) == [.code39])
    #expect(cinema.balance == nil)
    #expect(cinema.expires == CalendarDate("2027-01-31"))
    #expect(cinema.note == "row 3\nseat 4\nBalance: 15.5")
    #expect(cinema.colour == 0x800080)
    #expect(book.codes.map(\.bytes) == [[0xE9]])
    #expect(book.note == "Balance: 7.25")
    #expect(book.colour == nil)
    #expect(plain.number == "555")
    #expect(plain.leftOut.isEmpty && plain.note == "Expires: soon\nBalance: lots")
    #expect(reading.unreadable.map(\.reason) == [.noName, .notACard])
  }

  @Test func `Cardabase`() throws {
    let reading = try ForeignReading(Fixtures.cardabase)
    #expect(reading.source == .cardabase)
    #expect(reading.cards.map(\.name) == ["Market", "Пекарня", "Post"])
    #expect(reading.cards.map(\.sourceID) == ["c1", "c2", "c3"])
    let (market, bakery, post) = (reading.cards[0], reading.cards[1], reading.cards[2])
    #expect(market.codes.map(\.symbology) == [.ean13])
    #expect(market.colour == 0x9E1020)
    #expect(market.tags == ["food"])
    #expect(market.note == "by the door")
    #expect(market.balance == Balance(thousandths: 120_000, currency: ""))
    #expect(market.allDoubts.isEmpty && market.leftOut.isEmpty)
    #expect(bakery.codes.map(\.bytes) == [Array("é".utf8)])
    #expect(bakery.colour == nil && bakery.leftOut == ["color"])
    #expect(post.doubts == [.unknownSymbology("Rm4scc")])
    #expect(post.number == "0123")
    #expect(post.balance == nil)
    #expect(reading.unreadable.map(\.reason) == [.noNumber, .noName, .notACard])
  }

  @Test func `Cardabase's older text`() throws {
    let reading = try ForeignReading(Fixtures.cardabaseLines)
    #expect(reading.cards.map(\.name) == ["Fish, chips", "Gym", "Bread, rolls"])
    let (fish, gym, bread) = (reading.cards[0], reading.cards[1], reading.cards[2])
    #expect(fish.codes.map(\.symbology) == [.upcA])
    #expect(fish.sourceID == "20250101")
    #expect(fish.colour == 0x9E1020)
    #expect(gym.codes.map(\.text) == ["A12"])
    #expect(gym.note == "first line\nsecond, line")
    #expect(gym.balance?.thousandths == 30_000)
    #expect(gym.colour == nil)
    #expect(bread.codes.map(\.text) == ["96385074"])
    #expect(bread.colour == 0x010203)
    #expect(bread.sourceID == ForeignCard.sourceID(name: "Bread, rolls", number: "96385074"))
    #expect(reading.unreadable.map(\.reason) == [.noName])
  }

  @Test func `Cardabase's archive brings its pictures`() throws {
    let members: [String: [UInt8]] = [
      "cards/cards": Array(Fixtures.cardabase.utf8), "settings": Array("{}".utf8),
      "images/c1-f.jpg": [1], "images/c1-b.png": [2], "images/c11-f.jpg": [3],
    ]
    let reading = try ForeignFile.reading(members, languages: [])
    #expect(reading.source == .cardabase)
    #expect(
      reading.cards.map(\.photos) == [
        [
          .init(side: .front, member: "images/c1-f.jpg"),
          .init(side: .back, member: "images/c1-b.png"),
        ], [], [],
      ])
  }

  @Test(arguments: Fixtures.all)
  func `a file that ends early gives no more cards than the whole one`(text: String) throws {
    let most = try ForeignReading(text).cards.count
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count {
      guard case .text(let reading)? = try? ForeignFile(Array(bytes[..<length])) else { continue }
      #expect(reading.cards.count <= most)
    }
  }

  @Test(arguments: Fixtures.all)
  func `a flipped bit does no harm`(text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << (place % 8)
      guard case .text(let reading)? = try? ForeignFile(damaged) else { continue }
      #expect(reading.cards.flatMap(\.codes).allSatisfy { $0.isWithinBounds })
    }
  }
}
