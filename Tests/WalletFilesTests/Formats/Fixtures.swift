import Cards

@testable import WalletFiles

/// Files as other wallets write them, made from the columns and keys that they document, with empty and odd values.
enum Fixtures {
  /// Catima before 2.0: one table, with a comma too many at the end of each row.
  static let catimaFirst = """
    _id,store,note,cardid,barcodetype,headercolor,headertextcolor,starstatus
    1,Bäckerei,"says ""hi"" to me",4006381333931,EAN_13,-16777216,-1,1,
    2,Empty,,77,,,,,
    3,Odd,,5,EAN_13,red,,yes,
    ,,,,,,,,

    """

  /// Catima since 2.0: the version, groups, cards, and which card is in which group.
  static let catimaSecond = """
    2\r
    \r
    _id\r
    Food\r
    "Sport, etc."\r
    \r
    _id,store,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,\
    barcodeencoding,headercolor,starstatus,lastused,archive\r
    1,Gym,,1577880000000,1798718400,300,,A-7,https://example.org/é,QR_CODE,UTF-8,-65536,1,1700000000,0\r
    2,Gift,"line one\r
    \r
    line three",,,20.5,EUR,7501031311309,,EAN_13,,,0,,1\r
    3,Same,,,x,1.00E+02,EUR,4.00638E+12,,CODE_128,,,,,\r
    4,No number,,,,,,,,QR_CODE,,,,,\r
    \r
    cardId,groupId\r
    1,"Sport, etc."\r
    9,Food\r

    """

  /// FidMe: semicolons, and numbers without kinds of barcodes.
  static let fidMe = """
    Retailer;Program;Added At;Reference;Firstname;Lastname
    Super U;Carte U;2019-03-02 10:11:12;0123456789012;Léa;Martin
    Super U;Carte U;2019-03-02 10:11:12;0123456789029;;
    ;Alone;;55;;
    Nobody;;2019-03-02;;;
    "A;B";;;"1""2";;

    """

  /// Voucher Vault: balances in both spellings, a voucher without a barcode, and an entry that is none.
  static let voucherVault = """
    [{"uuid":"2f0c","description":"Cinema","code":"ABC-1","codeType":"CODE39",
      "expires":"2027-01-31T00:00:00.000","removeOnceExpired":false,"balance":null,
      "balanceMilliunits":15500,"color":"PURPLE","notes":"row 3\\nseat 4"},
     {"uuid":"2f0d","description":"Book","code":"é","codeType":"PDF417","expires":null,
      "balance":7.25,"color":"NONE","notes":""},
     {"uuid":"2f0e","description":"Plain","code":"555","codeType":"TEXT","expires":"soon",
      "balance":"lots"},
     {"uuid":"2f0f","description":"  ","code":"1","codeType":"QR"}, null]
    """

  /// Cardabase's list: colours with opacity, points, a name in Cyrillic letters, an unknown kind, and what is no card.
  static let cardabase = """
    [{"id":"c1","barcode":{"data":"4006381333931","type":"CodeEAN13"},"name":"Market",
      "createdAt":"2026-01-01T00:00:00.000Z","lastModifiedAt":"2026-01-02T00:00:00.000Z",
      "color":"#FF9E1020","tags":["food","food",""],"notes":"by the door","points":120},
     {"id":"c2","barcode":{"data":"é","type":"QrCode"},"name":"Пекарня","color":"blue"},
     {"id":"c3","barcode":{"data":"0123","type":"Rm4scc"},"name":"Post","points":0},
     {"id":"c4","barcode":{"data":"","type":"Code128"},"name":"Blank"},
     {"barcode":{"data":"12345670","type":"CodeEAN8"},"name":""}, []]
    """

  /// Cardabase's older text: no quotes, a comma that is missing, commas and lines within values.
  static let cardabaseLines = """
    Do not change this file.
    [Shop Name, Card Number, Red, Green, Blue, Card Type, Has Password]
    =====
    {cardName: Fish, chips, cardId: 036000291452, redValue: 158, greenValue: 16, blueValue: 32, \
    cardType: CardType.upca, hasPassword: falseuniqueId: 20250101}
    {cardName: Gym, cardId: A12, redValue: , greenValue: 0, blueValue: 0, cardType: CardType.code39, \
    hasPassword: true, uniqueId: 20250102, note: first line
    second, line, pointsAmount: 30}
    {cardName: , cardId: 1, redValue: 0, greenValue: 0, blueValue: 0, cardType: CardType.itf, hasPassword: }
    [Bread, rolls, 96385074, 1, 2, 3, CardType.ean8, false]

    """

  /// All of them.
  static let all = [
    catimaFirst, catimaSecond, fidMe, voucherVault, cardabase, cardabaseLines,
  ]
}

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
