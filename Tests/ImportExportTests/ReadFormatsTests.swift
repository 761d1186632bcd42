import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@testable import PictureSupport

/// Files as people have them: archives of anything, documents with a password, lists.
@Suite struct ReadFormatsTests {
  private static func sample(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Person.samples.appending(name).string)))
  }

  @Test func `a table or list in an archive is imported, and another one named`() async throws {
    let person = try await Person.withVault()
    let table = Array("Name,Code,Type\nGym,A-7,QR\n".utf8)
    let zip = ZipFile.of([("data/cards.csv", table), ("notes.txt", Array("hello".utf8))])
    let path = try person.file("cards.zip", zip).string
    let refused = try await person.types("import", path)
    #expect(refused.status == 64 && refused.errors.contains("--columns Name=name,Code=code"))
    let outcome = try await person.types(
      "import", path, "--columns", "Name=name,Code=code,Type=symbology")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Table, 1 card: 1 imported"))
    #expect(outcome.errors.contains("Keep the old app until each card has worked once"))
    let list = Array(#"{"cards":[{"title":"Zoo","code":"Z-1","format":"QR"}]}"#.utf8)
    let other = ZipFile.of([("a/list.json", list), ("b/cards.csv", table)])
    let both = try await person.types(
      "import", try person.file("both.zip", other).string, "--columns",
      "title=name,code=code,format=symbology")
    #expect(both.status == 3 && both.errors.contains("only one table of an archive is read"))
    #expect(try await person.names().sorted() == ["Gym", "Zoo"])
  }

  @Test func `photos beside a table in an archive are read as well`() async throws {
    let person = try await Person.withVault()
    let zip = ZipFile.of([
      ("a-settings.csv", Array("key,value\ncolour,red\n".utf8)),
      ("cards.csv", Array("Name,Code,Type\nGym,A-7,QR\n".utf8)),
      ("old.csv", Array("Name,Code,Type\nSpa,B-8,QR\n".utf8)),
      ("pics/bakery.webp", try Self.sample("ean8-bakery.webp")),
    ])
    let path = try person.file("all.zip", zip).string
    let outcome = try await person.types(
      "import", path, "--no-review", "--columns", "Name=name,Code=code,Type=symbology")
    #expect(outcome.output.contains("Table, 1 card: 1 imported"), "\(outcome.output)")
    #expect(outcome.output.contains("1 card added"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("old.csv: not readable, because only one table"), "\(outcome.errors)")
    #expect(try await person.names().contains("Gym"))
    #expect(try await person.names(["--drafts"]).count == 1)
    // Who must say what the columns mean is told of which table.
    let other = try await Person.withVault()
    let refused = try await other.types("import", try other.file("all.zip", zip).string)
    #expect(refused.errors.contains("all.zip/cards.csv” was not imported"), "\(refused.errors)")
  }

  @Test func `a list of unknown names says what its columns are called`() async throws {
    let person = try await Person.withVault()
    let list = Array(#"[{"foo":{"bar":"Zoo"},"baz":"Z-1","4006381333931":"x"}]"#.utf8)
    let path = try person.file("list.json", list).string
    let refused = try await person.types("import", path)
    #expect(refused.errors.contains("confirmed; they are 1, baz, foo bar\n"), "\(refused.errors)")
    let wrong = try await person.types("import", path, "--columns", "bar=name,baz=code")
    #expect(wrong.errors.contains("more than one; they are 1, baz, foo bar\n"), "\(wrong.errors)")
    #expect(!(refused.errors + wrong.errors).contains("4006381333931"))
    let right = try await person.types("import", path, "--columns", "foo bar=name,baz=code")
    #expect(right.status == 0 && right.output.hasPrefix("Table, 1 card"), "\(right.errors)")
  }

  @Test(arguments: [
    #"{"cards":[{"id":"a1","provider":"REWE","input_id":"2600123456789","barcode_format":"EAN_13"}]}"#,
    #"{"loyaltyObjects":[{"id":"3.x","barcode":{"type":"CODE_128","value":"9988"},"programName":"Star"}]}"#,
    #"[{"name":"Foo","code":"4006381333931","symbology":"EAN-13"}]"#,
  ]) func `a list is imported with the columns that were advised`(list: String) async throws {
    let person = try await Person.withVault()
    let path = try person.file("list.json", Array(list.utf8)).string
    let refused = try await person.types("import", path)
    let advised = String(
      try #require(refused.errors.firstMatch(of: /use --columns (.+) \(if that is right\)/)?.1))
    let columns = advised.replacing("\"", with: "")
    let outcome = try await person.types("import", path, "--columns", columns)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Table, 1 card: 1 "), "\(outcome)")
  }

  @Test func `a format that is too new is not to be exported again`() async throws {
    let person = try await Person.withVault()
    let file = try person.file("catima.csv", Array("3\n\n_id\nFood\n\n_id,store,cardid\n".utf8))
    let outcome = try await person.types("import", file.string)
    #expect(outcome.status == 14 && outcome.errors.contains("it uses a newer format (3)"))
    #expect(outcome.errors.contains("try: update this program"), "\(outcome.errors)")
  }

  @Test func `photos in an archive are read, and their names say where they are`() async throws {
    let person = try await Person.withVault()
    let zip = ZipFile.of([
      ("pics/gym.jpg", try Self.sample("code39-gym.jpg")),
      ("pics/bakery.webp", try Self.sample("ean8-bakery.webp")),
      ("__MACOSX/pics/._gym.jpg", [1, 2, 3]), ("readme.txt", Array("my cards".utf8)),
    ])
    let path = try person.file("photos.zip", zip).string
    let outcome = try await person.types("import", path, "--no-review")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 cards added"))
    #expect(try await person.names(["--drafts"]).count == 2)
    let locked = ZipFile.of(
      [("gym.jpg", try Self.sample("code39-gym.jpg"))], password: "open sesame")
    let other = try await Person.withVault()
    let file = try other.file("locked.zip", locked).string
    #expect(try await other.types("import", file).status == 12)
    let opened = try await other.types(
      "import", file, "--no-review", "--password-fd", "0", input: "open sesame\n")
    #expect(opened.status == 0, "\(opened.errors)")
  }

  @Test func `a document's password is asked for, and read from a descriptor`() async throws {
    let person = try await Person.withVault()
    let bytes = PDF.bytes(["CARD-1"], password: "open sesame")
    let path = try person.file("letter.pdf", bytes).string
    let nobody = try await person.types("import", path)
    #expect(nobody.status == 12 && nobody.errors.contains("use --password-fd"), "\(nobody.errors)")
    let wrong = try await person.types(
      "import", path, "--password-fd", "0", input: "open barley\n")
    #expect(wrong.status == 12)
    let asked = try await person.converses(
      ["import", path, "--no-review"],
      answers: [
        ("Password for", "open barley\n"), ("That is not the password", "open sesame\n"),
        ("1 card added", ""),
      ])
    #expect(asked.status == 0, "\(asked.output)")
    #expect(!asked.output.contains("open sesame"))
    let read = try await person.types("read", path)
    #expect(read.status == 14 && read.errors.contains("it has a password"))
  }

  @Test func `a document's password may have any letters`() async throws {
    let person = try await Person.withVault()
    let bytes = PDF.bytes(["CARD-1"], password: "Schlüssel")
    let path = try person.file("letter.pdf", bytes).string
    let outcome = try await person.types(
      "import", path, "--no-review", "--password-fd", "0", input: "Schlüssel\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1 card added"))
  }

  @Test func `photos without a code are counted, and named only on request`() async throws {
    let person = try await Person.withVault()
    let blank = try Self.sample("code39-gym.jpg")
    let bad = try #require(Sample(width: 60, height: 60).saved(as: ".png"))
    for index in 0..<3 { _ = try person.file("blank\(index).png", bad) }
    _ = try person.file("gym.jpg", blank)
    let names = (0..<3).map { "blank\($0).png" } + ["gym.jpg"]
    let outcome = try await person.types(["import", "--no-review"] + names)
    #expect(outcome.errors.contains("3 photos without a code (--verbose names them)"))
    #expect(outcome.errors.components(separatedBy: "sharper or closer photo").count == 2)
    #expect(!outcome.errors.contains("blank1.png"))
    #expect(outcome.output.contains("3 without a code"))
    let named = try await person.types(["import", "--no-review", "--verbose"] + names)
    #expect(named.errors.contains("blank1.png: no code found"))
  }

  @Test func `of an animation only the first picture is looked at, and that is said`() async throws
  {
    let person = try await Person.withVault()
    var stack = Sample(width: 200, height: 400)
    stack.pixels = stack.pixels.map { _ in 255 }
    guard let bytes = stack.saved(as: ".gif", storage: .init(pageHeight: 200)) else { return }
    let path = try person.file("anim.gif", bytes).string
    let outcome = try await person.types("import", path)
    #expect(
      outcome.errors.contains("no other one of an animation is looked at"), "\(outcome.errors)")
    let read = try await person.types("read", path)
    #expect(read.errors.contains("only the first picture"), "\(read.errors)")
  }

  @Test func `a refused file says what is read`() async throws {
    let person = try await Person.withVault()
    let cases: [(String, [UInt8])] = [
      ("a.bmp", Array("BM".utf8) + [UInt8](repeating: 0, count: 60)),
      ("a.doc", [0xD0, 0xCF, 0x11, 0xE0, 0, 0]),
      ("a.zip", ZipFile.of([("song.mp3", [1, 2, 3])])),
      ("a.txt", Array("just words".utf8)),
    ]
    for (name, bytes) in cases {
      let outcome = try await person.types("import", try person.file(name, bytes).string)
      #expect(outcome.status == 14, "\(name)")
      #expect(outcome.errors.contains("a pass (.pkpass, .espass)"), "\(name): \(outcome.errors)")
    }
  }

  @Test func `a renamed row is told, and its new name taken on request`() async throws {
    let person = try await Person.withVault()
    let (a, b) = (
      "Name,Code,Type\nMuler,4006381333931,EAN-13\n",
      "Name,Code,Type\nMüller,4006381333931,EAN-13\n"
    )
    let first = try person.file("a.csv", Array(a.utf8)).string
    let second = try person.file("b.csv", Array(b.utf8)).string
    _ = try await person.types("import", first, "--columns", "Name=name,Code=code,Type=symbology")
    let told = try await person.types("import", second)
    #expect(told.errors.contains("Muler: already there; renamed there, to “Müller”"))
    #expect(try await person.names() == ["Muler"])
    #expect(try await person.types("import", second, "--rename").status == 0)
    #expect(try await person.names() == ["Müller"])
  }

  @Test func `cards that no use was recorded for are listed`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] {
      _ = try await person.types("add", "--name", name, "--number", name)
    }
    _ = try await person.types("use", "gym")
    #expect(try await person.names(["--unused"]) == ["Zoo"])
  }
}
