import Cards
import Testing

@testable import WalletFiles

/// Tables by no program that is known.
@Suite struct GenericTableTests {
  private func table(_ text: String) throws -> GenericTable { try table(Array(text.utf8)) }

  private func table(_ bytes: [UInt8]) throws -> GenericTable {
    guard case .table(let table) = try #require(try ForeignFile(bytes)) else {
      throw ForeignProblem.notText
    }
    return table
  }

  private func reading(_ text: String) throws -> ForeignReading {
    let table = try table(text)
    return try table.reading(as: table.guess)
  }

  @Test(
    arguments: [
      ("Store,Card", "name code"), ("Name;Card number;Barcode", "name number code"),
      ("id,name,number", "note name code"), ("name,id,id_type,rgb", "name code note colour"),
      ("Geschäft;Kundennummer;Gültig bis;Guthaben;Bemerkung", "name code expires balance note"),
      ("Magasin,N° client,Code-barres,Date d'expiration", "name note code expires"),
      ("Tienda,Número de tarjeta,Titular,Notas", "name code holder note"),
      ("Negozio,Codice a barre,Scadenza,Etichette", "name code expires tags"),
      ("Winkel,Kaartnummer,Opmerkingen,PIN", "name code note pin"),
      ("Sklep,Numer karty,Ważne do,Uwagi", "name code expires note"),
      ("STORE NAME,bar_code,Valid-From,Foo", "name code validFrom note"),
      ("Shop,Card no,Until,Money", "name code expires balance"),
      ("Laden;Nummer;Bis;Restguthaben", "name code expires balance"),
      ("Card,Number,Description", "name code note"), ("Title,Barcode,Barcode", "name code note"),
    ])
  func `a header is guessed in several languages`(header: String, fields: String) throws {
    let separator = header.contains(";") ? ";" : ","
    let row = header.split(separator: separator).map { _ in "x" }.joined(separator: separator)
    let guess = try table("\(header)\n\(row)\n").guess
    let shown = guess.fields.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
    #expect(shown == fields)
  }

  @Test(
    arguments: [
      ("GS1-128", "(01)09521234543213(10)A", .code128, "010952123454321310A", []),
      ("EAN-128", "0109521234543213", .code128, "0109521234543213", []),
      ("GS1-128", "CLUB 4711", .code128, "CLUB 4711", [.wrongElements]),
      ("UPC", "036000291452", .upcA, "036000291452", []),
      ("JAN-13", "4006381333931", .ean13, "4006381333931", []),
      ("ISBN", "0-14-300723-8", .ean13, "9780143007234", []),
      ("ISBN", "9780143007234", .ean13, "9780143007234", []),
      ("ISBN", "9780143007235", .ean13, "9780143007235", [.wrongCheckDigit]),
      ("ISSN", "0317-8471", .ean13, "9770317847001", []),
      ("RSS-14", "0109521234543213", .dataBar, "0109521234543213", []),
      ("RSS Expanded", "(01)09521234543213", .dataBarExpanded, "0109521234543213", []),
      ("I2of5", "123456", .itf, "123456", []), ("NW-7", "A123B", .codabar, "A123B", []),
      ("NW-7", "123", .codabar, "A123A", []),
      ("Code 39 Extended", "Gym 7", .code39, "G+Y+M 7", []),
      ("Code 39", "ab1", .code39, "+A+B1", []),
      ("Code 39", "A$1", .code39, "A$1", []),
    ] as [(String, String, Symbology, String, [ForeignCard.Doubt])])
  func `a column of kinds may have the names that people use`(
    name: String, text: String, symbology: Symbology, content: String, doubts: [ForeignCard.Doubt]
  ) throws {
    let table = try table("Store,Card no,Type\nGym,\(text),\(name)\n")
    let card = try #require(try table.reading(as: table.guess).cards.first)
    #expect(card.codes.map(\.symbology) == [symbology])
    #expect(card.codes.map(\.bytes) == [Array(content.utf8)])
    #expect(card.codes.map(\.traits.gs1) == [NamedSymbology(name)?.form == .gs1])
    #expect(card.doubts == doubts)
  }

  @Test(
    arguments: ["Folder,Library,joe,swordfish,https://x.example", "Shop,me@x.example,swordfish"])
  func `a first line with an address has no names`(line: String) throws {
    let row = line.split(separator: ",").map { _ in "a" }.joined(separator: ",")
    let bytes = Array("\(line)\n\(row)\n".utf8)
    #expect(try GenericTable(bytes, isOfCards: { _ in false }, takesAny: true) == nil)
  }

  @Test func `names that nobody knows are a table's only where a person can say what they mean`()
    throws
  {
    let odd = Array("Wo;Womit\nBäcker;4006381333931\nTurnhalle;A-7\n".utf8)
    #expect(try ForeignFile(odd) == nil)
    guard case .table(let table)? = try ForeignFile(odd, takesAnyTable: true) else {
      throw ForeignProblem.notText
    }
    #expect(table.header == ["Wo", "Womit"] && table.guess.fields == [.note, .note])
    let columns = try TableColumns("1=name,2=code", for: table.header)
    #expect(try table.reading(as: columns).cards.map(\.name) == ["Bäcker", "Turnhalle"])
  }

  @Test func `a column without a name is no reason against a table`() throws {
    let text = "Shop / Store,My ID (plastic),,Until,Labels,Money,Remark\nGym,A-7,x,,,,\n"
    guard case .table(let table)? = try ForeignFile(Array(text.utf8), takesAnyTable: true) else {
      throw ForeignProblem.notText
    }
    #expect(table.header[2].isEmpty)
    #expect(table.guess.fields == [.note, .note, nil, .expires, .tags, .balance, .note])
    let columns = try TableColumns("1=name,2=code,3=holder", for: table.header)
    #expect(try table.reading(as: columns).cards.map(\.holder) == ["x"])
  }

  @Test(
    arguments: [
      "Dear all,\nthe shop, too, is closed.\n", "one, two\nthree, four, five\n",
      "first, second\n\"third, fourth\n", "same,same\n1,2\n", "1,2\n3,4\n", "alone\nx\n",
      "Dear all,\nsee you,\n", "no,rows\n", "bell\u{7},b\n1,2\n",
    ])
  func `other texts are no tables, even where a person could be asked`(text: String) throws {
    #expect(try ForeignFile(Array(text.utf8), takesAnyTable: true) == nil)
  }

  @Test func `a column is a symbology or a kind by what is in it`() throws {
    let codes = try table("name,code,type\na,1,\nb,2,QR_CODE\n").guess
    #expect(codes.fields == [.name, .code, .symbology])
    let art = try table("laden;code;Art\na;1;EAN-13\n").guess
    #expect(art.fields == [.name, .code, .symbology])
    let kinds = try table("name,code,type\na,1,gift\n").guess
    #expect(kinds.fields == [.name, .code, .kind])
    #expect(try table("name,code,type\na,1,gold\n").guess.fields == [.name, .code, .note])
  }

  @Test func `every field has its place`() throws {
    let reading = try reading(
      """
      name,barcode,type,card number,owner,pin,url,notes,tags,valid from,expires,balance,currency,color,kind,star,archived
      Baker,4006381333931,EAN-13,No. 7,Ann,12,https://a.example,n,"a; b",1.2.2026,31.12.2026,"12,50",EUR,000080,gift,x,no
      """)
    let card = try #require(reading.cards.first)
    #expect(reading.source == .table)
    #expect(card.name == "Baker")
    #expect(
      card.codes == [
        Barcode(symbology: .ean13, bytes: Array("4006381333931".utf8), text: "4006381333931")
      ])
    #expect(card.number == "No. 7")
    #expect(card.holder == "Ann")
    #expect(card.pin == "12")
    #expect(card.webAddress == "https://a.example")
    #expect(card.note == "n")
    #expect(card.tags == ["a", "b"])
    #expect(card.validFrom == CalendarDate("2026-02-01"))
    #expect(card.expires == CalendarDate("2026-12-31"))
    #expect(card.balance == Balance(thousandths: 12_500, currency: "EUR"))
    #expect(card.colour == 0x000080)
    #expect(card.kind == .gift)
    #expect(card.isFavourite && !card.isArchived)
    #expect(card.allDoubts.isEmpty && card.leftOut.isEmpty)
    #expect(card.sourceID == ForeignCard.sourceID(name: "Baker", number: "4006381333931"))
  }

  @Test func `a guessed kind of barcode is a doubt, and odd values are left out or reported`()
    throws
  {
    let reading = try reading(
      """
      Name,Code,Symbology,Expires,Balance,Colour
      EAN,4 006381 333931,,,,
      Text,A-7,,5/6/2026,1.234,reddish
      Wrong,4006381333932,EAN_13,,,
      None,55,none,,,
      New,66,DotCode,,,
      QR,é,QR,,,
      Rounded,4.00638E+12,,,,
      ,77,,,,
      Empty,,,,,

      "Last",88

      """)
    #expect(
      reading.cards.map(\.name) == [
        "EAN", "Text", "Wrong", "None", "New", "QR", "Rounded", "Last",
      ])
    #expect(
      reading.cards.map(\.allDoubts) == [
        [.guessedSymbology(.ean13)], [.guessedSymbology(.code128), .unreadDay, .unclearBalance],
        [.wrongCheckDigit], [.noCode],
        [.unknownSymbology("DotCode")], [], [.guessedSymbology(.code128), .rounded],
        [.guessedSymbology(.code128)],
      ])
    #expect(reading.cards[0].codes.map(\.text) == ["4006381333931"])
    #expect(reading.cards[0].number == "4 006381 333931")
    #expect(reading.cards[1].leftOut == ["colour"])
    #expect(reading.cards[1].note == "Expires: 5/6/2026\nBalance: 1.234")
    #expect(reading.cards[3].number == "55")
    #expect(reading.cards[5].codes.map(\.bytes) == [[0xE9]])
    #expect(
      reading.unreadable == [
        .init(name: "line 9", reason: .noName), .init(name: "Empty", reason: .noNumber),
      ])
  }

  @Test(
    arguments: [
      ("4006381333931.0", true), ("\"4006381333931,0\"", true), ("4006381333931.5", false),
      ("1.0", false), ("4006381333931", false), ("A006381333931.0", false),
    ])
  func `a number with a decimal place may be a spreadsheet's`(code: String, mayBe: Bool) throws {
    let card = try #require(try reading("Name,Code\nGym,\(code)\n").cards.first)
    #expect(card.allDoubts.contains(.rounded) == mayBe)
  }

  @Test(
    arguments: [
      ("'@home", "@home"), ("'-5-x", "-5-x"), ("'=1+1", "=1+1"), ("'5", "5"), ("'00123", "00123"),
      ("'-5", "-5"), ("'+49 170", "+49 170"), ("'٣٤", "٣٤"), ("'tis", "'tis"),
      ("'t Hoekje", "'t Hoekje"), ("'s-Hertogenbosch", "'s-Hertogenbosch"),
      ("''Ndrina", "''Ndrina"),
      ("5'", "5'"), ("\"=\"\"00123\"\"\"", "00123"), ("=\"00123\"", "00123"),
      ("\t00123\t", "00123"), ("\"\t=\"\"0 1\"\"\t\"", "0 1"), ("=\"\t007\"", "007"),
      ("\"=\"\"Say \"\"\"\"hi\"\"\"\"\"\"\"", "Say \"hi\""),
      ("\"'=\"\"0045\"\"\"", "0045"), ("=\"a\"&\"b\"", "=\"a\"&\"b\""), ("=12", "=12"),
      ("=\"", "=\""),
    ])
  func `what keeps a spreadsheet from changing a field is taken away, in every column`(
    field: String, text: String
  ) throws {
    let row = [field, field, "'t", field, field].joined(separator: ";")
    let cards = try reading("=\"Name\";'Code;Symbology;Note;PIN\n\(row)\n").cards
    #expect(cards.map(\.name) == [text])
    #expect(cards.map(\.note) == ["Symbology: 't\n\(text)"])
    #expect(cards.map(\.pin) == [text])
    #expect(cards.map { $0.codes.map(\.text) } == [[text]])
  }

  @Test func `a protected number is drawn, and days, amounts and kinds are read`() throws {
    let row =
      #"="Baker";="0012345678905";="EAN-13";="31.12.2026";="12,50 €";="00042""#
    let card = try #require(
      try reading("Name;Code;Symbology;Expires;Balance;PIN\n\(row)\n").cards.first)
    #expect(card.codes.map(\.text) == ["0012345678905"])
    #expect(card.codes.map(\.symbology) == [.ean13])
    #expect(card.expires == CalendarDate("2026-12-31"))
    #expect(card.balance == Balance(thousandths: 12_500, currency: "EUR"))
    #expect(card.pin == "00042" && card.allDoubts.isEmpty && card.leftOut.isEmpty)
  }

  @Test func `a field of nothing but apostrophes or tabs takes no time`() throws {
    for part in ["'", "'\t", "=\"\""] {
      let field = String(repeating: part, count: 100_000) + "7"
      #expect(try !reading("Name;Code\n\(field);1\n").cards.isEmpty)
    }
  }

  @Test func `a missing currency, an unknown symbology and a missing digit raise doubts`()
    throws
  {
    let table = try table(
      "Name,Code,Symbology,Balance,Kind\na,400638133393,EAN-13,12,gold\nb,7,QR,300 points,gift\n"
    )
    let columns = try TableColumns(
      "1=name,2=code,3=symbology,4=balance,5=kind", for: table.header)
    let cards = try table.reading(as: columns).cards
    #expect(cards.map(\.doubts) == [[.missingDigit, .noCurrency], []])
    #expect(cards.map(\.leftOut) == [["kind"], []])
    #expect(cards.map(\.balance?.thousandths) == [12_000, 300_000])
    #expect(cards.map { $0.codes.map(\.text) } == [["4006381333931"], ["7"]])
  }

  @Test func `one day above 12 proves the order of the others`() throws {
    let cards = try reading("Name,Code,Expires\na,1,5/6/2027\nb,2,5/13/2027\n").cards
    #expect(cards.map(\.expires) == [CalendarDate("2027-05-06"), CalendarDate("2027-05-13")])
  }

  @Test func `a spreadsheet's first line and charset are understood`() throws {
    let text = "sep=;\r\nGeschäft;Nummer\r\nCafé;12\r\n;13\r\n"
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let table = try table(bytes)
    let reading = try table.reading(as: table.guess)
    #expect(reading.cards.map(\.name) == ["Café"])
    #expect(reading.guessedCharset == "Windows-1252")
    #expect(reading.unreadable.map(\.name) == ["line 4"])
    let wide: [UInt8] =
      [0xFF, 0xFE]
      + "Name\tCode\nŻabka\t7\n".utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
    #expect(try self.table(wide).examples(ofColumn: 0) == ["Żabka"])
  }

  @Test func `what cannot be read names its line`() {
    #expect(throws: ForeignProblem.openQuotes(line: 3)) {
      try ForeignFile(Array("Name,Code\na,1\nb,\"2\nc,3\n".utf8))
    }
    #expect(throws: ForeignProblem.damagedLine(4)) {
      try ForeignFile(Array("sep=,\nName,Code\na,1\n\"b\"x,2\n".utf8))
    }
  }

  @Test(
    arguments: [
      "name", "name,code", "name,code\n", "Dear reader, this is a letter.\nIt goes on, and on.",
      "x;y\n1;2\n", String(repeating: "long ", count: 30) + ",name\na,b",
    ])
  func `other texts are no tables of cards`(text: String) throws {
    #expect(try ForeignFile(Array(text.utf8)) == nil)
  }

  @Test func `a table with any header is taken when its columns are known`() throws {
    let file = try ForeignFile(Array("x;y\n1;2\n".utf8)) { $0 == ["x", "y"] }
    guard case .table(let table)? = file else { throw ForeignProblem.notText }
    let columns = try TableColumns("x=name, 2=Code", for: table.header)
    #expect(columns.fields == [.name, .code])
    #expect(try table.reading(as: columns).cards.map(\.name) == ["1"])
  }
}
