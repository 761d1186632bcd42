import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Typed names, tags, numbers and codes, and which of them get onto a card.
@Suite struct `Typed fields` {
  private struct Fields: Decodable {
    let name: String
    let tags: [String]
    let number: String?
    let note: String?
    let codes: [ShownCard.Code]
  }

  private func card(_ name: String, _ person: Person) async throws -> Fields {
    let shown = try await person.types("show", name, "--as", "json")
    return try JSONDecoder().decode(Fields.self, from: Data(shown.output.utf8))
  }

  @Test func `blanks around a field are not part of it, and commas separate tags`() async throws {
    let person = try await Person.withVault()
    let added = try await person.types(
      "add", "--name", "  Corner shop\t", "--tag", " a", "--tag", "b, c d ,,e,", "--number",
      " 12 34 ", "--note", "upstairs \n", "--expires", " 2099-12-31 ")
    #expect(added.status == 0, "\(added.errors)")
    var card = try await card("Corner shop", person)
    #expect(card.name == "Corner shop" && card.tags == ["a", "b", "c d", "e"])
    #expect(card.number == "12 34" && card.note == "upstairs")
    let both = try await person.types("list", "--tag", "a, c d", "--format", "plain")
    #expect(both.output.hasSuffix("  Corner shop\n"))
    #expect(try await person.types("list", "--tag", "a,z", "--format", "json").output == "[]\n")
    _ = try await person.types("edit", "Corner shop", "--untag", "a ,b", "--name", " Shop ")
    card = try await self.card("Shop", person)
    #expect(card.name == "Shop" && card.tags == ["c d", "e"])
  }

  @Test func `a photo's name and tags are trimmed, too`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    _ = try await person.types("import", photo, "--name", " Ondéa ", "--tag", "town, coffee")
    let card = try await card("Ondéa", person)
    #expect(card.name == "Ondéa" && card.tags == ["coffee", "town"])
  }

  @Test func `review trims answers, and asks again if they are then empty`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Name [", "  \n"), ("name is empty", ""), ("Name [", "/tags ,\n"), ("tag is empty", ""),
        ("Name [", "/tags  town ,coffee\n"), ("Name [", "/expires  2099-12-31\n"),
        ("Name [", " Ondéa \n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let card = try await card("Ondéa", person)
    #expect(card.name == "Ondéa" && card.tags == ["coffee", "town"])
  }

  @Test(
    arguments: [
      ["add", "--name", " \t"], ["add", "--name", "A", "--tag", " "],
      ["add", "--name", "A", "--tag", ",,"], ["add", "--name", "A", "--tag", ""],
      ["add", "--name", "A", "--number", " "], ["add", "--name", "A", "--note", "\n"],
      ["add", "--name", "A", "--expires", " "], ["list", "--tag", " "],
    ] as [[String]])
  func `a field of only blanks is refused`(words: [String]) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(words)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(try await person.types("list", "--format", "json").output == "[]\n")
  }

  @Test(
    arguments: [
      (
        "5901234123458", "EAN-13 with a wrong check digit", ["--symbology code-128"],
        ["code-128"], "Code 128"
      ),
      (
        "5 901234 123458", "EAN-13 with a wrong", ["--symbology code-128"], ["code-128"], "Code 128"
      ),
      (
        "036000291453", "UPC-A with a wrong", ["--symbology ean-13", "--symbology code-128"],
        ["ean-13", "code-128", "itf"], "EAN-13"
      ),
      (
        "96385075", "EAN-8 with a wrong", ["--symbology code-128"], ["code-128", "itf"], "Code 128"
      ),
      ("04252614", "a UPC-E", ["--symbology upc-e"], ["upc-e", "code-128"], "UPC-E"),
      (
        "0143007238", "ISBN-10", ["--symbology ean-13 for the book", "--symbology code-128 for"],
        ["ean-13", "code-128", "itf"], "EAN-13"
      ),
      ("0-8044-2957-X", "ISBN-10", ["--symbology ean-13"], ["ean-13", "code-128"], "EAN-13"),
    ] as [(String, String, [String], [String], String)])
  func `an ambiguous number is refused when nobody can be asked`(
    code: String, reason: String, advice: [String], kinds: [String], first: String
  ) async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "B")
    for words in [["add", "--name", "A"], ["edit", "B"], ["edit", "B", "--format", "json"]] {
      let outcome = try await person.types(words + ["--code", code])
      #expect(outcome.status == 64 && outcome.errors.contains(reason), "\(outcome.errors)")
      for option in advice { #expect(outcome.errors.contains(option), "\(outcome.errors)") }
      #expect(!outcome.errors.contains(code) && outcome.output.isEmpty)
    }
    #expect(try await card("B", person).codes.isEmpty)
    for (number, kind) in kinds.enumerated() {
      let added = try await person.types(
        "add", "--name", "A\(number)", "--code", code, "--symbology", kind)
      #expect(added.status == 0, "\(kind): \(added.errors)")
    }
    #expect(try await card("A0", person).codes.map(\.symbology) == [first])
  }

  @Test(
    arguments: [
      ("5901234123457", "EAN-13"), ("036000291452", "UPC-A"), ("96385074", "EAN-8"),
      ("0143007239", "Code 128"), ("1234 5678", "Code 128"), ("59012341234", "Code 128"),
      ("A5901234123458", "Code 128"),
    ] as [(String, String)])
  func `an unambiguous number is not questioned`(code: String, kind: String) async throws {
    let person = try await Person.withVault()
    let added = try await person.types("add", "--name", "A", "--code", code)
    #expect(added.status == 0, "\(added.errors)")
    #expect(try await card("A", person).codes.map(\.symbology) == [kind])
  }

  @Test func `on a terminal it is asked about, and nothing is saved without an answer`()
    async throws
  {
    let person = try await Person.withVault()
    let question = "[n]umber, as Code 128  [Enter] none of these >"
    let none = try await person.converses(
      ["add", "--name", "A", "--code", "5901234123458"], answers: [(question, "\n")])
    #expect(
      none.status == 64 && none.output.contains("look for a mistyped digit"), "\(none.output)")
    #expect(try await person.types("list", "--format", "json").output == "[]\n")
    let number = try await person.converses(
      ["add", "--name", "A", "--code", "5901234123458"],
      answers: [(question, "x\n"), ("one of the letters", ""), (question, "n\n")])
    #expect(number.status == 0, "\(number.output)")
    #expect(try await card("A", person).codes.map(\.text) == ["5901234123458"])
    let book = try await person.converses(
      ["add", "--name", "Book", "--code", "-"],
      answers: [("not shown", "0143007238\n"), ("[b]ook", "b\n")])
    #expect(book.status == 0 && !book.output.contains("0143007238"), "\(book.output)")
    #expect(try await card("Book", person).codes.map(\.text) == ["9780143007234"])
    let script = try await person.converses(
      ["add", "--name", "C", "--code", "5901234123459", "--format", "json"], answers: [])
    #expect(script.status == 64 && !script.output.contains("[Enter]"), "\(script.output)")
  }

  @Test func `a replaced code keeps its kind, except a Code 128 that leaves the kind open`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A", "--code", "MEMBER", "--symbology", "code128")
    _ = try await person.types("add", "--name", "B", "--code", "MEMBER", "--symbology", "qr")
    #expect(try await person.types("edit", "A", "--code", "5901234123458").status == 64)
    #expect(try await person.types("edit", "B", "--code", "5901234123458").status == 0)
    let named = try await person.types(
      "edit", "A", "--code", "5901234123458", "--symbology", "code128")
    #expect(named.status == 0, "\(named.errors)")
    #expect(try await person.types("edit", "A", "--code", "5901234123459").status == 0)
    #expect(try await card("A", person).codes.map(\.text) == ["5901234123459"])
  }

  @Test(
    arguments: [
      "５９０１２３４１２３４５", "5901\u{A0}2341\u{A0}2345", "590\u{2011}123412345",
      "\u{200E}590123412345", "٥٩٠١٢٣٤١٢٣٤٥",
    ])
  func `a number in other characters is the same number`(start: String) async throws {
    let person = try await Person.withVault()
    for words in [[], ["--symbology", "ean-13"]] {
      let wrong = try await person.types(["add", "--name", "A", "--code", start + "8"] + words)
      #expect(wrong.status == 64, "\(wrong.errors)")
      let right = try await person.types(
        ["add", "--name", "A", "--code", start + "７", "--duplicate"] + words)
      #expect(right.status == 0, "\(right.errors)")
      let code = try #require(try await card("A", person).codes.first)
      #expect(code.text == "5901234123457" && code.symbology == "EAN-13")
      _ = try await person.types("remove", "A", "--yes")
    }
    // A QR Code can hold them unchanged.
    let kept = try await person.types(
      "add", "--name", "B", "--code", start + "8", "--symbology", "qr")
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(try await card("B", person).codes.map(\.text) == [start + "8"])
  }

  @Test func `review asks about a number as well`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("code128-library.jpg").string
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Name [", "/code\n"), ("as printed", "0143007238\n"), ("Kind of", "\n"),
        ("[b]ook", "\n"), ("not clear", ""), ("Name [", "/code\n"), ("as printed", "0143007238\n"),
        ("Kind of", "\n"), ("[b]ook", "b\n"), ("ISBN 9780143007234", ""), ("Name [", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await card("code128", person).codes.map(\.symbology) == ["EAN-13"])
  }
}
