import Cards

@testable import WalletFiles

/// Cards whose values are likely to be lost on the way.
enum OddCards {
  /// A card with something in every field that Catima has.
  static var full: Card {
    var card = Card(
      id: id(1), name: "Bäcker \"Süß\", 🥨 店", codes: [code(.ean13, "4006381333931")])
    card.printedNumber = "007 \"A\""
    card.note = "two\r\n\r\nlines, and =1+1\n\"quoted\" 漢字"
    card.tags = ["Food", "Food, dear", "_id", "🍞"]
    card.validFrom = CalendarDate("2020-02-29")
    card.expires = CalendarDate("2099-12-31")
    card.balance = Balance(thousandths: -12_340, currency: "EUR")
    card.colour = 0x0102FE
    card.isFavourite = true
    card.isArchived = true
    card.lastUsed = Timestamp(milliseconds: 1_700_000_000_000)
    return card
  }

  /// Values that spreadsheets, quotes and line ends endanger.
  static let texts = [
    "=1+1", "+49 123", "-5", "-5+x", "@home", "'", "'=1", "''=1", "'-5", "\t=1", "\r=1", "＝1",
    "0012345", "a,b;c\td", "\"", "\"\"", " padded ", "line\nline\r\nline", "é漢🙂", "4.0E+12", "_id",
    "cardId",
  ]

  static func id(_ byte: UInt8) -> CardID {
    guard let id = CardID([UInt8](repeating: byte, count: CardID.byteCount)) else {
      preconditionFailure("an id has as many bytes")
    }
    return id
  }

  static func code(_ symbology: Symbology, _ text: String) -> Barcode {
    Barcode(symbology: symbology, bytes: Array(text.utf8), text: text)
  }
}

extension ForeignReading {
  /// What a file holds, recognised by its content.
  init(_ text: String) throws {
    guard case .text(let reading) = try ForeignFile(Array(text.utf8)) else {
      throw ForeignProblem.notText
    }
    self = reading
  }
}
