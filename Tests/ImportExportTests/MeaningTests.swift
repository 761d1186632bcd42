import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The meaning of codes, as shown to people and scripts.
@Suite struct Meaning {
  func sample(_ name: String) -> String { Person.samples.appending(name).string }

  @Test func `read explains GS1 codes, books and magazines`() async throws {
    let files = ["gs1-datamatrix-optician.jpg", "ean13-addon2.jpg", "ean13-addon5.jpg"].map(sample)
    let outcome = try await Person().types(["read"] + files)
    #expect(outcome.status == 0)
    for line in [
      "(01)09521234543213(17)271231(10)VL20(21)417", "(17) Expiry 2027-12-31", "(10) Batch VL20",
      "ISSN 1234-5679, variant 00, issue 05", "ISBN 9781234567897 / 123456789X",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
  }

  @Test func `scripts get the elements, and the original text`() async throws {
    struct Line: Decodable {
      struct Code: Decodable {
        struct Element: Decodable, Equatable {
          let ai: String?
          let title: String?
          let value: String
          let raw: String?
        }

        let text: String
        let elements: [Element]?
        let isbn: String?
        let issn: String?
      }

      let codes: [Code]
    }
    let files = ["databar-expanded.jpg", "ean13-addon2.jpg", "ean13-addon5.jpg", "qr-loyalty.jpg"]
    let outcome = try await Person().types(["read", "--format", "jsonl"] + files.map(sample))
    let codes = try outcome.output.split(separator: "\n").compactMap {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8)).codes.first
    }
    try #require(codes.count == 4)
    #expect(codes[0].text == "01995212345432163103000750")
    #expect(
      codes[0].elements == [
        .init(ai: "01", title: "GTIN", value: "99521234543216", raw: nil),
        .init(ai: "3103", title: "Net weight", value: "0.750 kg", raw: "000750"),
      ])
    #expect(codes.map(\.issn) == [nil, "1234-5679", nil, nil])
    #expect(codes.map(\.isbn) == [nil, nil, "9781234567897", nil])
    #expect(codes[1...].allSatisfy { $0.elements == nil })
  }

  /// ISO/IEC 15424:2008, table 1: the code character of each symbology; EAN and UPC share theirs.
  static let letters: [String: Character] = [
    "QR Code": "Q", "Micro QR Code": "Q", "Code 128": "C", "PDF417": "L", "Aztec": "z",
    "Data Matrix": "d", "EAN-13": "E", "EAN-8": "E", "UPC-A": "E", "UPC-E": "E", "Code 39": "A",
    "Code 93": "G", "Codabar": "F", "ITF": "I", "GS1 DataBar": "e", "GS1 DataBar Limited": "e",
    "GS1 DataBar Expanded": "e", "GS1 DataBar Expanded Stacked": "e",
  ]

  /// The modifiers that mean GS1 (ISO/IEC 15424:2008, annexes of each symbology).
  static let gs1: Set = ["]C1", "]e0", "]d2", "]Q3", "]z1"]

  @Test func `each sample has the AIM identifier of its kind`() async throws {
    let files = ExpectedPicture.all.filter { $0.error == nil }.map { sample($0.file) }
    let outcome = try await Person().types(["read", "--format", "jsonl"] + files)
    let codes = try ReadLine.all(in: outcome.output).flatMap(\.codes)
    #expect(codes.count > 40)
    for code in codes {
      let identifier = try #require(code.aim, "\(code.symbology)")
      #expect(identifier.count == 3 && identifier.first == "]", "\(identifier)")
      #expect(identifier.dropFirst().first == Self.letters[code.symbology], "\(identifier)")
      #expect((code.gs1 ?? false) == Self.gs1.contains(identifier), "\(identifier)")
    }
  }

  @Test func `a code's own expiry is suggested, unless another one is given`() async throws {
    let person = try await Person.withVault()
    let photo = sample("gs1-datamatrix-optician.jpg")
    _ = try await person.types("import", "--no-review", photo)
    _ = try await person.types(
      "import", "--no-review", "--duplicate", "--expires", "2030-01-31", photo)
    let cards = try await person.cards()
    #expect(Set(cards.map(\.expires)) == ["2027-12-31", "2030-01-31"])
  }

  @Test func `UPC-A and EAN-13 of one number are one card, and keep their kind`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A", "--code", "036000291452")
    let again = try await person.types(
      "add", "--name", "B", "--code", "0036000291452", "--symbology", "ean-13")
    #expect(again.status == 15 && again.errors.contains("“A” has it"))
    let card = try await person.card("A")
    #expect(card.codes.map(\.symbology) == ["UPC-A"] && card.codes[0].text == "036000291452")
  }

  @Test(
    arguments: [
      (["978014300723?"], "4", "EAN-13", "9780143007234"),
      (["97801430?7234"], "0", "EAN-13", "9780143007234"),
      (["5 90?234 123457"], "1", "EAN-13", "5901234123457"),
      (["9638507?"], "4", "EAN-8", "96385074"),
      (["03600029?452"], "1", "UPC-A", "036000291452"),
      (["0425261?", "--symbology", "upc-e"], "4", "UPC-E", "04252614"),
      (["0952123454321?", "--symbology", "itf"], "3", "ITF", "09521234543213"),
      (["ISBN 0-8044-2957-?"], "X", "EAN-13", "9780804429573"),
      (["014300?238", "--symbology", "ean-13"], "7", "EAN-13", "9780143007234"),
      (["ISSN 2434-561?"], "X", "EAN-13", "9772434561006"),
      (["(01)0952123454321?(10)A"], "3", "Code 128", "010952123454321310A"),
      (["(00)34012345000000000?", "--quiet"], "0", "Code 128", "00340123450000000000"),
    ] as [([String], String, String, String)])
  func `an unreadable digit is computed, and reported`(
    words: [String], digit: String, symbology: String, text: String
  ) async throws {
    let person = try await Person.withVault()
    let added = try await person.types(["add", "--name", "A", "--code"] + words)
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("The unreadable digit is \(digit):"), "\(added.errors)")
    #expect(!added.errors.contains("missing"))
    let card = try await person.card("A")
    #expect(card.codes.map(\.symbology) == [symbology] && card.codes[0].text == text)
  }

  @Test(
    arguments: [
      (["97801430072??"], "2 digits are unreadable"),
      (["ISBN 0-8044-295?-?"], "2 digits are unreadable"),
      (["12345?78901", "--symbology", "code128"], "Code 128 has no check digit"),
      (["123?", "--symbology", "itf"], "only an ITF number of 14 digits has a check digit"),
      (["12?45", "--symbology", "codabar"], "Codabar has no check digit"),
      (["1234567890?"], "may have no check digit"),
      (["0425261?"], "may have no check digit"),
      (["59012?412345", "--symbology", "ean-13"], "13 digits"),
      (["ISBN X-8044-2957-?"], "another digit is wrong too"),
      (["(10)A?"], "match the check digit"),
    ] as [([String], String)])
  func `an unreadable digit that cannot be computed is refused`(
    words: [String], reason: String
  ) async throws {
    let person = try await Person.withVault()
    let added = try await person.types(["add", "--name", "A", "--code"] + words)
    #expect(added.status == 64 && added.errors.contains(reason), "\(added.errors)")
    #expect(added.errors.contains("try: "))
    #expect(!added.errors.contains(words[0]))
    #expect(try await person.types("list", "--format", "json").output == "[]\n")
  }

  @Test func `a question mark among words stays one`() async throws {
    let person = try await Person.withVault()
    for (name, kind) in [("https://a.example/?c", "qr"), ("WHO?", "code128")] {
      let added = try await person.types("add", "--name", name, "--code", name, "--symbology", kind)
      #expect(added.status == 0 && !added.errors.contains("unreadable"))
      #expect(try await person.types("show", name, "--as", "text").output == "\(name)\n")
    }
  }

  @Test func `a GS1 code is typed as it is printed, and shown that way`() async throws {
    let person = try await Person.withVault()
    let printed = "(01) 09521234543213 (10) A-1 (17) 261231"
    let added = try await person.types("add", "--name", "A", "--code", printed)
    #expect(added.errors.contains("GTIN, Batch, Expiry"), "\(added.errors)")
    let code = try await person.card("A").codes[0]
    #expect(code.gs1 == true && code.aim == "]C1")
    #expect(code.text == "010952123454321310A-1\u{1D}17261231")
    let text = try await person.types("show", "A", "--as", "text")
    #expect(text.output == "(01)09521234543213(10)A-1(17)261231\n")
    let picture = try await person.types("show", "A")
    #expect(picture.output.contains("\n  (17) Expiry 2026-12-31\n"))
    let wrong = try await person.types("add", "--name", "B", "--code", "(01)09521234543214")
    #expect(wrong.status == 64 && wrong.errors.contains("its check digit is wrong"))
  }

  @Test func `review explains a code, and computes a digit in a correction`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["import", sample("ean13-addon5.jpg"), "--plain"],
      answers: [
        ("ISBN 9781234567897", ""), ("Name [", "/code\n"), ("as printed", "97801430?723?\n"),
        ("Kind of", "\n"), ("2 digits are unreadable", ""), ("Name [", "/code\n"),
        ("as printed", "978014300723?\n"), ("Kind of", "\n"), ("unreadable digit is 4", ""),
        ("ISBN 9780143007234", ""), ("Name [", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let text = try await person.types("show", "ean13", "--as", "text").output
    #expect(text == "9780143007234\n")
  }
}
