import CommandLineSupport
import SystemPackage
import Testing

/// Cases that people met, used from next to the checkout if they are there.
@Suite(.enabled(if: `Real photos`.hasCases, "the cases are not beside the checkout"))
struct CaseTests {
  /// A file of a case.
  private static func file(_ path: String) -> String {
    `Real photos`.cases.appending(path).string
  }

  @Test(arguments: ["01-catima-2026-eci/catima2026.zip", "01-catima-2026-eci/link.txt"])
  func `Catima's charset of every card is not stated in the symbol`(path: String) async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types("import", "--yes", Self.file(path))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await person.card("xtra").codes.map(\.eci) == [nil])
    let picture = person.home.appending("xtra.png").string
    _ = try await person.types("show", "xtra", "--output", picture)
    let read = try await person.types("read", "--format", "jsonl", picture)
    #expect(try ReadLine.all(in: read.output).first?.codes.map(\.eci) == [nil])
  }

  @Test func `the names that people use are known`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.types(
      "import", "--yes", Self.file("13-names-of-kinds/cards.csv"), "--columns",
      "Store=name,Card no=code,Type=symbology")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let code = try #require(try await person.card("nectar").codes.first)
    #expect(code.symbology == "Code 128" && code.gs1 == true && code.text == "010952123454321310A")
    let added = try await person.types(
      "add", "--name", "other", "--code", "(01)09521234543213(10)B", "--symbology", "GS1-128")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try await person.card("other").codes.map(\.gs1) == [true])
  }

  @Test(arguments: ["bitwarden", "bitwarden-min", "keepass"])
  func `nothing of a password manager's table is shown or imported unasked`(name: String)
    async throws
  {
    let person = try await Person.withVault()
    let outcome = try await person.types("import", "--yes", Self.file("use/\(name).csv"))
    #expect(outcome.status == 64 && outcome.errors.contains("password manager"))
    #expect(try await person.cards().isEmpty)
    for secret in ["s3cret", "topsecretpassword", "PIN: 42", "pin99", "hunter2", "ben@example"] {
      #expect(!(outcome.output + outcome.errors).contains(secret))
    }
  }

  @Test(arguments: ["sa0", "sa1", "sa2", "aztecrune"])
  func `a part and a rune are drafts to check, and drawn as they are`(name: String) async throws {
    let person = try await Person.withVault()
    let photo = Self.file("16-parts-as-whole/\(name).png")
    _ = try await person.types("import", "--no-review", photo)
    let card = try #require(try await person.cards().first)
    #expect(try await person.types("list", "--format", "json").output.contains(#""doubtful":true"#))
    let picture = person.home.appending("copy.png").string
    let shown = try await person.types("show", card.id, "--output", picture)
    #expect(shown.status == 0, "\(shown.errors)")
    let read = try await person.types("read", "--format", "jsonl", photo, picture)
    let lines = read.output.split(separator: "\n")
    let codes = try ReadLine.all(in: read.output).map { $0.codes.map(\.drawn) }
    #expect(lines.count == 2 && codes.first == codes.last && codes.first?.count == 1)
    #expect(lines.allSatisfy { $0.contains(#""sure":false"#) })
    let parts = lines.compactMap { $0.firstMatch(of: #/"part":\{[^}]*\}/#)?.output }
    #expect(parts.first == parts.last && parts.count == (name == "aztecrune" ? 0 : 2))
  }
}
