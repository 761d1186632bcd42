import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Files for other programs, from the command line.
@Suite struct `Exports to other programs` {
  private struct Report: Decodable {
    struct LeftOut: Decodable, Equatable {
      let name: String
      let fields: [String]
    }

    let bytes: Int
    let cards: Int
    let photos: Int
    let pins: Int
    let encrypted: Bool
    let leftOut: [LeftOut]
    let absent: [String]
  }

  private struct Listed: Decodable {
    let name: String
    let tags: [String]
    let symbologies: [String]
    let expires: String?
  }

  private func owner() async throws -> Person {
    let person = try await Person.withVault()
    _ = try await person.types(
      "add", "--name", "Gym", "--code", "4006381333931", "--tag", "sport", "--pin", "0099",
      "--expires", "2090-12-31", "--photo", Person.samples.appending("qr-loyalty.jpg").string)
    _ = try await person.types("add", "--name", "Zoo", "--number", "0012")
    return person
  }

  private func cards(_ person: Person) async throws -> [Listed] {
    let outcome = try await person.types("list", "--all", "--format", "json")
    return try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
  }

  @Test func `our JSON takes photos along`() async throws {
    let (person, other) = (try await owner(), try Person())
    let written = try await person.types("export", "--to", "json", "cards.json")
    #expect(written.output == "Written: cards.json, 2 cards and 1 photo\n")
    _ = try await other.types("init")
    let path = person.home.appending("cards.json").string
    let outcome = try await other.types("import", "--no-review", path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("2 imported; 1 photo kept"), "\(outcome.output)")
  }

  @Test func `a Catima archive with a password moves all of it to someone else`() async throws {
    let (person, other) = (try await owner(), try Person())
    let written = try await person.types(
      "export", "--to", "catima", "cards.zip", "--password", "--passphrase-fd", "0",
      input: "open sesame\n")
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.output == "Written: cards.zip, 2 cards and 1 photo\n")
    #expect(written.errors.contains("Gym: PIN left out\n"), "\(written.errors)")
    #expect(written.errors.contains("Its password encrypts it"))
    let path = person.home.appending("cards.zip")
    let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let bytes = try Data(contentsOf: URL(filePath: path.string))
    #expect(bytes.range(of: Data("4006381333931".utf8)) == nil)
    _ = try await other.types("init")
    let wrong = try await other.types(
      "import", path.string, "--password-fd", "0", input: "open barley\n")
    #expect(wrong.status == 12)
    let moved = try await other.types(
      "import", path.string, "--password-fd", "0", input: "open sesame\n")
    #expect(moved.status == 0, "\(moved.errors)")
    let found = try await cards(other)
    #expect(found.map(\.name) == ["Gym", "Zoo"])
    #expect(found.first?.tags == ["sport"])
    #expect(found.first?.expires == "2090-12-31")
  }

  @Test func `for scripts, a warning of a weak password is JSON as well`() async throws {
    let written = try await owner().types(
      "export", "--to", "catima", "cards.zip", "--password", "--passphrase-fd", "0", "--format",
      "json", input: "password1\n")
    #expect(written.status == 0, "\(written.errors)")
    let lines = written.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains("is weak") })
    #expect(lines.allSatisfy { $0.hasPrefix("{") }, "\(written.errors)")
    #expect(!written.errors.contains("passphrase"))
  }

  @Test func `an archive has a password, which is never called a passphrase`() async throws {
    let person = try await owner()
    let words = ["export", "--to", "catima", "cards.zip", "--password-fd", "0"]
    let none = try await person.types(words, input: "\n")
    #expect(none.status == 12 && none.errors.contains("the archive's password"), "\(none.errors)")
    let weak = try await person.types(words, input: "password1\n")
    #expect(weak.status == 0 && weak.errors.contains("this password is weak"))
    let nobody = try await person.types(
      "export", "--to", "catima", "more.zip", "--password")
    #expect(nobody.status == 12 && nobody.errors.contains("no password was set"))
    for outcome in [none, weak, nobody] { #expect(!outcome.errors.contains("passphrase")) }
  }

  @Test(arguments: ["csv", "json"]) func `text goes to standard output, and is read back`(
    form: String
  ) async throws {
    let person = try await owner()
    let streamed = try await person.types("export", "--to", form, "-", "--format", "json")
    #expect(streamed.status == 0, "\(streamed.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(streamed.errors.utf8))
    #expect(report.bytes == streamed.bytes.count && report.cards == 2 && report.pins == 1)
    #expect(!report.encrypted && report.absent.isEmpty)
    #expect(report.photos == (form == "json" ? 1 : 0))
    #expect(
      report.leftOut == (form == "json" ? [] : [.init(name: "Gym", fields: ["photos"])]))
    let file = try person.file("cards", streamed.bytes)
    let again = try await person.types("import", file.string)
    #expect(again.output == "cardvault, 2 cards: 2 already there\n", "\(again.errors)")
  }

  @Test func `our JSON brings its photos to another vault`() async throws {
    let (person, other) = (try await owner(), try Person())
    _ = try await person.types("export", "--to", "json", "cards.json")
    _ = try await other.types("init")
    let moved = try await other.types("import", person.home.appending("cards.json").string)
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(moved.output == "cardvault, 2 cards: 2 imported; 1 photo kept\n")
    let shown = try await other.types("show", "gym", "--photo")
    #expect(shown.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test func `a pass reads back, and several are in one file`() async throws {
    let (person, other) = (try await owner(), try Person())
    _ = try await other.types("init")
    let one = try await person.types("export", "--to", "pass", "gym.pkpass", "--cards", "gym")
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.errors.contains("Gym: PIN, tags and photos left out\n"), "\(one.errors)")
    let both = try await person.types("export", "--to", "pass", "all.pkpasses")
    #expect(both.status == 0, "\(both.errors)")
    let path = person.home.appending("all.pkpasses").string
    let moved = try await other.types("import", path)
    #expect(moved.output.hasPrefix("Pass, 2 cards: 2 imported"), "\(moved.output)\(moved.errors)")
    #expect(try await cards(other).first?.symbologies == ["EAN-13"])
  }

  @Test func `a pass of a card without a code is known where it came from`() async throws {
    let person = try await owner()
    _ = try await person.types("add", "--name", "Pool")
    _ = try await person.types("export", "--to", "pass", "pool.pkpass", "--cards", "pool")
    let again = try await person.types("import", person.home.appending("pool.pkpass").string)
    #expect(again.output == "Pass, 1 card: 1 already there\n", "\(again.errors)")
  }

  @Test func `a pass's file is not named as another file`() async throws {
    let person = try await owner()
    let wrong: [([String], String)] = [
      (["a.pkpass"], "2 cards need a .pkpasses file"), (["a.ZIP"], "2 cards need a .pkpasses file"),
      (["a.pkpasses", "--cards", "gym"], "one card needs a .pkpass file"),
      (["a.zip", "--cards", "gym"], "one card needs a .pkpass file"),
    ]
    for (words, reason) in wrong {
      let refused = try await person.types(["export", "--to", "pass"] + words)
      #expect(refused.status == 64 && refused.errors.contains(reason), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: person.home.appending(words[0]).string))
    }
    for name in ["passes", "my.passes", "all.PKPASSES"] {
      #expect(try await person.types("export", "--to", "pass", name).status == 0)
    }
  }

  @Test func `a link holds one card`() async throws {
    let (person, other) = (try await owner(), try Person())
    let several = try await person.types("export", "--to", "link", "-")
    #expect(several.status == 64 && several.errors.contains("a link holds one card"))
    let link = try await person.types("export", "--to", "link", "-", "--cards", "gym")
    #expect(link.status == 0 && link.output.hasPrefix("https://catima.app/share#store%3DGym"))
    #expect(link.errors.contains("It is not sealed"))
    _ = try await other.types("init")
    let file = try other.file("link.txt", link.bytes)
    #expect(try await other.types("import", file.string).output == "Catima, 1 card: 1 imported\n")
  }

  @Test func `a link is shown on a terminal, which other files are not`() async throws {
    let person = try await owner()
    let shown = try await person.converses(
      ["export", "--to", "link", "-", "--cards", "zoo"], answers: [], columns: 200, rows: 100)
    #expect(shown.status == 0)
    #expect(shown.output.contains("https://catima.app/share#store%3DZoo"))
    let refused = try await person.converses(["export", "--to", "csv", "-"], answers: [])
    #expect(refused.status == 64 && refused.output.contains("cannot be shown in a terminal"))
  }

  @Test func `a calendar has what expires`() async throws {
    let person = try await owner()
    _ = try await person.types("export", "--to", "ics", "days.ics")
    let text = try String(
      contentsOfFile: person.home.appending("days.ics").string, encoding: .utf8)
    #expect(text.contains("SUMMARY:Gym expires\r\n") && text.contains("VALUE=DATE:20901231"))
    #expect(!text.contains("Zoo") && !text.contains("4006381333931"))
  }

  @Test func `a password has one way in for scripts, and standard input is never taken for it`()
    async throws
  {
    let (person, other) = (try await owner(), try Person())
    let written = try await person.types(
      "export", "--to", "catima", "cards.zip", "--password-fd", "0", input: "open sesame\n")
    #expect(written.status == 0 && written.errors.contains("Its password encrypts it"))
    let path = person.home.appending("cards.zip")
    _ = try await other.types("init")
    let silent = try await other.types("import", path.string, input: "open sesame\n")
    #expect(silent.status == 12 && silent.errors.contains("none was given"), "\(silent.errors)")
    #expect(silent.errors.contains("use --password-fd"))
    for words in [["-", "--password-fd", "0"], ["-", "--passphrase-fd", "0"]] {
      let both = try await other.types(["import"] + words, input: "open sesame\n")
      #expect(both.status == 64 && both.errors.contains("both read standard input"))
    }
    let moved = try await other.types(
      "import", path.string, "--password-fd", "0", input: "open sesame\n")
    #expect(
      moved.status == 0 && moved.output == "Catima, 2 cards: 2 imported; 1 photo kept\n",
      "\(moved.errors)")
    let nobody = try await person.types("export", "--to", "catima", "b.zip", "--password")
    #expect(nobody.status == 12 && nobody.errors.contains("use --password-fd"))
    let csv = try await person.types("export", "--to", "csv", "b.csv", "--password-fd", "0")
    #expect(csv.status == 64 && csv.errors.contains("--password-fd is only for --to catima"))
  }

  @Test func `a certificate that is not there is nothing found`() async throws {
    let person = try await owner()
    let none = try await person.types(
      "export", "--to", "pass", "a.pkpass", "--cards", "gym", "--sign-with", "nothing.pem")
    #expect(none.status == 14 && none.errors.contains("there is no such file"), "\(none.errors)")
    _ = try person.file("photo.pem", [0xFF, 0xD8, 0xFF])
    let other = try await person.types(
      "export", "--to", "pass", "a.pkpass", "--cards", "gym", "--sign-with", "photo.pem")
    // Without openssl, nobody can tell.
    #expect(other.status == 12 || other.errors.contains("openssl is not installed"))
  }

  @Test func `nothing is overwritten, and mistakes are named`() async throws {
    let person = try await owner()
    _ = try person.file("mine.csv", [65])
    let taken = try await person.types("export", "--to", "csv", "mine.csv")
    #expect(taken.status == 15 && taken.errors.contains("already exists"))
    #expect(
      try Data(contentsOf: URL(filePath: person.home.appending("mine.csv").string)).count == 1)
    let inside = try await person.types(
      "export", "--to", "csv", person.vault.appending("cards.csv").string)
    #expect(inside.status == 64 && inside.errors.contains("would be in the vault"))
    for words in [
      ["--to", "csv", "x", "--password"], ["--to", "csv", "x", "--sign-with", "y"],
      ["--to", "csv", "x", "--passphrase"], ["--to", "xls", "x"], ["--password", "x"],
    ] as [[String]] {
      #expect(try await person.types(["export"] + words).status == 64)
    }
    let none = try await person.types("export", "--to", "csv", "x", "--cards", "pool")
    #expect(none.status == 14 && none.errors.contains("no card matches “pool”"))
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("x").string))
  }
}
