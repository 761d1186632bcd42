import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Tables of cards by no program that is known, in scripts and on a terminal.
@Suite struct TableTests {
  private static let table = "Laden;Nr;Was\r\nBäcker;4006381333931;frisch\r\nTurnhalle;A-7;\r\n"

  /// A person with a vault and a table as a spreadsheet saves it, in Windows-1252.
  private func personWithTable() async throws -> (person: Person, table: String) {
    let person = try await Person.withVault()
    let bytes = Self.table.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return (person, try person.file("karten.csv", bytes).string)
  }

  @Test func `a script is told the columns to confirm, and then imports`() async throws {
    let (person, table) = try await personWithTable()
    let refused = try await person.types("import", table)
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--columns Laden=name,Nr=code"))
    #expect(try await person.names(["--all"]).isEmpty)
    let columns = "Laden=name,Nr=code,Was=note"
    let imported = try await person.types("import", table, "--columns", columns)
    #expect(imported.status == 0)
    #expect(
      imported.output.hasPrefix("Table, 2 cards: 2 doubtful; read as Windows-1252"))
    #expect(!(imported.output + imported.errors).contains("4006381333931"))
    #expect(try await person.names(["--drafts"]) == ["Bäcker", "Turnhalle"])
    let again = try await person.types("import", table)
    #expect(again.status == 0)
    #expect(again.output.hasPrefix("Table, 2 cards: 2 already there"))
    #expect(again.errors.contains("columns as you confirmed before, \(columns)"))
  }

  @Test func `columns that do not fit are a mistake in the command`() async throws {
    let (person, table) = try await personWithTable()
    let outcome = try await person.types("import", table, "--columns", "Shop=name,Nr=code")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("it has no column “Shop”"))
  }

  @Test func `a person sees the guess with masked numbers, changes it, and goes on to the review`()
    async throws
  {
    let (person, table) = try await personWithTable()
    let outcome = try await person.converses(
      ["import", table],
      answers: [
        ("skip the file >", "9\n"), ("from 1 to 3", ""), ("skip the file >", "3\n"),
        ("Field for “Was”", "notiz\n"), ("no field “notiz”", ""), ("Field for “Was”", "note\n"),
        ("skip the file >", "\n"), ("Import? [Y/n]", "\n"), ("Card 1 of 2", "\u{1B}"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let asked = try #require(outcome.output.components(separatedBy: "Import? [Y/n]").first)
    #expect(!asked.contains("4006381333931") && asked.contains("••••3931"))
    #expect(try await person.names(["--drafts"]) == ["Bäcker", "Turnhalle"])
    let shown = try await person.types("show", "Bäcker", "--as", "json")
    #expect(shown.output.contains("frisch"))
    let again = try await person.converses(
      ["import", table], answers: [("already there", ""), ("Card 1 of 2", "\u{1B}")])
    #expect(again.status == 0, "\(again.output)")
  }

  @Test func `a person who wants no review is told of it`() async throws {
    let (person, table) = try await personWithTable()
    let outcome = try await person.converses(
      ["import", table, "--no-review", "--columns", "Laden=name,Nr=code"],
      answers: [("Import? [Y/n]", "\n"), ("Next: cardvault review", "")])
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `a person names columns that nobody knows`() async throws {
    let person = try await Person.withVault()
    let bytes = Array("Wo,Womit\nBaker,4006381333931\n".utf8)
    let table = try person.file("karten.csv", bytes).string
    let outcome = try await person.converses(
      ["import", table],
      answers: [
        ("skip the file >", "1\n"), ("Field for “Wo”", "name\n"), ("skip the file >", "2\n"),
        ("Field for “Womit”", "code\n"), ("skip the file >", "\n"), ("Import? [Y/n]", "\n"),
        ("Card 1 of 1", "\u{1B}"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names(["--all"]) == ["Baker"])
  }

  private static let threeCards = Array(
    "Name,Code,Type\nGym,A-7,QR\nSpa,B-8,QR\nZoo,C-9,QR\nlost,,\n".utf8)

  @Test func `cards that a person does not choose are counted`() async throws {
    let person = try await Person.withVault()
    let table = try person.file("cards.csv", Self.threeCards).string
    let outcome = try await person.converses(
      ["import", table, "--plain", "--columns", "Name=name,Code=code,Type=symbology"],
      answers: [
        ("Import? [Y/n]", "c\n"), ("Enter for none >", "1,3\n"),
        ("Table, 4 cards: 2 imported, 2 left out (1 because you did not choose it, 1 because", ""),
      ])
    #expect(outcome.status == 3, "\(outcome.output)")
    #expect(try await person.names() == ["Gym", "Zoo"])
  }

  @Test func `who chooses none of the cards still gets the photos`() async throws {
    let person = try await Person.withVault()
    let table = try person.file("cards.csv", Self.threeCards).string
    let photo = Person.samples.appending("ean8-bakery.webp").string
    let outcome = try await person.converses(
      [
        "import", table, photo, "--plain", "--no-review", "--columns",
        "Name=name,Code=code,Type=symbology",
      ],
      answers: [
        ("Import? [Y/n]", "c\n"), ("Enter for none >", "\n"), ("1 card added", ""),
      ])
    #expect(outcome.output.contains("4 cards: 4 left out"), "\(outcome.output)")
    #expect(try await person.names(["--all"]).count == 1)
  }

  @Test func `new names can be chosen as well, and scripts are told how to take them`() async throws
  {
    let person = try await Person.withVault()
    let table = { (name: String) in
      Array("Name,Code,Type\n\(name),4006381333931,EAN-13\n".utf8)
    }
    let first = try person.file("a.csv", table("Muler")).string
    _ = try await person.types(
      "import", first, "--columns", "Name=name,Code=code,Type=symbology")
    let second = try person.file("b.csv", table("Müller")).string
    let told = try await person.types("import", second)
    #expect(told.errors.contains("renamed there, to “Müller”"), "\(told.errors)")
    #expect(
      told.errors.contains("To take the new names: cardvault import ~/b.csv --rename"),
      "\(told.errors)")
    #expect(try await person.names() == ["Muler"])
    _ = try await person.converses(
      ["import", second, "--plain"],
      answers: [
        ("Import? [Y/n]", "c\n"), ("1  Muler", ""), ("Enter for none >", "1\n"),
        ("Take the new names? [y/N]", "y\n"), ("1 changed", ""),
      ])
    #expect(try await person.names() == ["Müller"])
    #expect(try await person.types("conflicts").output == "There is nothing to decide.\n")
  }

  @Test func `a person leaves a table out`() async throws {
    let (person, table) = try await personWithTable()
    let outcome = try await person.converses(
      ["import", table], answers: [("skip the file >", "q\n")])
    #expect(outcome.status == 0)
    #expect(try await person.names(["--all"]).isEmpty)
  }

  @Test func `a damaged table names the line`() async throws {
    let person = try await Person.withVault()
    let table = try person.file("a.csv", Array("Name,Code\na,1\nb,\"2\nc,3\n".utf8))
    let outcome = try await person.types("import", table.string, "--columns", "Name=name,Code=code")
    #expect(outcome.status == 14)
    #expect(outcome.errors.contains("the quotes that open in line 3 are never closed"))
  }

  @Test func `of very many lines about one table, only the first are told`()
    async throws
  {
    let person = try await Person.withVault()
    let rows = (1...30).map { "Gym \($0),A-\($0),Kind \($0)\n,B-\($0),QR\n" }
    let table = try person.file("a.csv", Array(("Name,Code,Symbology\n" + rows.joined()).utf8))
    let outcome = try await person.types(
      "import", table.string, "--columns", "1=name,2=code,3=symbology")
    #expect(outcome.errors.components(separatedBy: "is no known kind of barcode").count == 21)
    #expect(outcome.errors.components(separatedBy: "because it has no name").count == 21)
    #expect(outcome.errors.contains("and 10 more: cardvault import FILE --format json"))
    #expect(outcome.errors.contains("and 10 more were not imported"))
  }

  @Test func `a table that is cut off names its last row, and imports the others`() async throws {
    let person = try await Person.withVault()
    let text = "Name,Code,Symbology\nBaker,A-1,QR\nGym,B-123"
    let table = try person.file("a.csv", Array(text.utf8))
    let outcome = try await person.types(
      "import", table.string, "--columns", "1=name,2=code,3=symbology")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("Gym: not readable, because it is cut off"))
    #expect(try await person.names(["--all"]) == ["Baker"])
  }

  @Test func `columns that no file needs are a mistake, unless a file cannot be read`() async throws
  {
    let person = try await Person.withVault()
    let catima = Array("_id,store,cardid,barcodetype\n1,Gym,A-7,CODE_128\n".utf8)
    let columns = ["--columns", "Name=name,Code=code"]
    for files in [
      [try person.file("catima.csv", catima).string],
      [Person.samples.appending("qr-loyalty.jpg").string],
    ] {
      let outcome = try await person.types(["import"] + files + columns)
      #expect(outcome.status == 64, "\(outcome.errors)")
      #expect(outcome.errors.contains("no file is a table whose columns are in doubt"))
    }
    #expect(try await person.names(["--all"]).isEmpty)
    let missing = try await person.types(["import", "mistyped.csv"] + columns)
    #expect(missing.status == 14 && missing.errors.contains("there is no such file"))
    let both = [try person.file("a.csv", Array("Name,Code\nZoo,A-8\n".utf8)).string, "catima.csv"]
    #expect(try await person.types(["import", "--no-review"] + both + columns).status == 0)
    #expect(try await person.names(["--all"]).sorted() == ["Gym", "Zoo"])
  }
}
