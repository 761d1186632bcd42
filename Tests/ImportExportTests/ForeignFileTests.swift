import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Other wallets' files, from the command line.
@Suite struct `Other wallets' files` {
  /// What `import --format json` writes.
  struct Report: Decodable {
    struct Item: Decodable {
      let path: String
      let name: String?
      let outcome: String
      let reason: String?
      let id: String?
      let words: String
      let doubts: [String]?
      let leftOut: [String]?
    }

    struct Counts: Decodable {
      let alreadyThere: Int
    }

    let added: [String]
    let counts: Counts
    let leftOut: [Item]
    let photosKept: Int?
    let items: [Item]

    /// The cards, without what is left out.
    var cards: [Item] { items.filter { $0.reason == nil } }
    var changed: [Item] { items.filter { $0.outcome == "changed" } }

    init(_ outcome: Person.Outcome) throws {
      self = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    }
  }

  static let table = """
    _id,store,note,cardid,barcodetype
    1,Baker,,4006381333931,EAN_13
    2,Gym,,A-7,CODE_128

    """

  private let sample = Person.samples.appending("qr-loyalty.jpg").string

  func photo() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: sample)))
  }

  private func pass(_ name: String, _ code: String = "") -> [UInt8] {
    let barcode = code.isEmpty ? "" : #", "barcodes": [\#(code)]"#
    return Array(
      """
      {"formatVersion": 1, "passTypeIdentifier": "pass.example", "serialNumber": "\(name)",
       "organizationName": "\(name)"\(barcode)}
      """.utf8)
  }

  func photos(_ person: Person, _ name: String) async throws -> [String]? {
    let outcome = try await person.types("show", name, "--as", "json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])["photos"] as? [String]
  }

  @Test func `no file of an archive takes the place of the wallet's table without a word`()
    async throws
  {
    let person = try await Person.withVault()
    let evil = Array("_id,store,cardid,barcodetype\n1,Evil,99,CODE_128\n".utf8)
    let bytes = ZipFile.of([
      ("../../evil.csv", evil), ("CATIMA.CSV", evil), ("catima.csv", Array(Self.table.utf8)),
    ])
    let path = try person.file("catima.zip", bytes).string
    let outcome = try await person.types("import", "--format", "json", path)
    #expect(outcome.status == 3, "\(outcome.errors)")
    let report = try Report(outcome)
    #expect(report.added.count == 2)
    #expect(report.leftOut.map(\.name) == ["CATIMA.CSV", "../../evil.csv"])
    #expect(
      report.leftOut.map(\.words) == [
        "not readable, because only one table of an archive is read",
        "skipped, because its name leads out of the archive",
      ])
    #expect(try await person.names(["--all"]).sorted() == ["Baker", "Gym"])
  }

  @Test func `a pass's pictures are kept only on request, and once`() async throws {
    let person = try await Person.withVault()
    let bytes = ZipFile.of([("pass.json", pass("Cinema")), ("logo.png", try photo())])
    let path = try person.file("a.pkpass", bytes).string
    let first = try Report(try await person.types("import", "--format", "json", path))
    #expect(first.cards.map(\.leftOut) == [["logo"]] && first.photosKept == nil)
    let wished = ["import", "--keep-photo", "--format", "json", path]
    let second = try Report(try await person.types(wished))
    #expect(second.cards.map(\.outcome) == ["changed"] && second.photosKept == 1)
    #expect(try await photos(person, "cinema") == ["other"])
    let third = try Report(try await person.types(wished))
    #expect(third.cards.map(\.outcome) == ["known"] && third.photosKept == nil)
  }

  @Test func `a folder's files of all kinds are one change`() async throws {
    let person = try await Person.withVault()
    try FileManager.default.createDirectory(
      atPath: person.home.appending("cards/more").string, withIntermediateDirectories: true)
    let passes = ZipFile.of(
      ["One", "Two"].map { ("\($0).pkpass", ZipFile.of([("pass.json", pass($0))])) })
    _ = try person.file("cards/both.pkpasses", passes)
    _ = try person.file("cards/more/catima.csv", Array(Self.table.utf8))
    _ = try person.file("cards/more/photo.jpg", try photo())
    _ = try person.file("cards/notes.txt", Array("Dear diary".utf8))
    _ = try person.file("cards/prices.py", Array("name, code = 1, 2\n".utf8))
    _ = try person.file("cards/other.zip", ZipFile.of([("a.txt", [0x61])]))
    let outcome = try await person.types("import", "cards", "--no-review")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == "Pass, 2 cards: 2 imported; Catima, 2 cards: 2 imported\n1 card added\n")
    #expect(outcome.errors.contains("Skipped 3 files: neither photos nor another wallet's."))
    #expect(try await person.types("undo").status == 0)
    #expect(try await person.names(["--all"]).isEmpty)
  }

  @Test func `what could be read of a damaged archive comes in, and its rest is reported`()
    async throws
  {
    let person = try await Person.withVault()
    let catima = ZipFile.of([
      ("catima.csv", Array(Self.table.utf8)), ("card_1_front.png", try photo()),
      ("card_2_front.png", try photo()),
    ])
    let cut = try person.file("catima.zip", Array(catima.prefix(catima.count / 4 * 3))).string
    let asked = try await person.converses(
      ["import", cut], answers: [("Catima, 3 cards: 2 new, 1 left out", ""), ("Import?", "n\n")],
      columns: 200)
    let told = "catima.zip: rest of the file: not readable, because it is cut off"
    #expect(asked.output.contains(told), "\(asked.output)")
    let outcome = try await person.types("import", "--format", "json", cut)
    #expect(outcome.status == 3, "\(outcome.errors)")
    let report = try Report(outcome)
    #expect(report.added.count == 2 && report.photosKept == 1)
    #expect(report.leftOut.map(\.name) == ["rest of the file", "card_2_front.png"])
    // Passes have an end of their own, which is not that of the file.
    let names = ["One", "Two", "Three"]
    let passes = ZipFile.of(
      names.map { ("\($0).pkpass", ZipFile.of([("pass.json", pass($0))])) })
    let last = try #require(passes.firstRange(of: Array("Three.pkpass".utf8))).lowerBound
    // A local file header has 30 bytes before the name (APPNOTE.TXT, 4.3.7).
    let altered = Array(passes[..<(last - 30)]) + [0, 0] + Array(passes[(last - 28)...])
    for (bytes, error) in [(Array(passes[..<(last + 50)]), "it is cut off"), (altered, "damaged")] {
      let path = try person.file("all.pkpasses", bytes).string
      let outcome = try await person.types("import", "--format", "json", path)
      #expect(outcome.status == 3, "\(outcome.errors)")
      let rest = try Report(outcome).leftOut.last
      #expect(rest?.name == "rest of the file" && rest?.words.contains(error) == true)
    }
    #expect(try await person.names(["--all"]).contains("Two"))
    // A pass that is damaged itself, in an archive that is not.
    let inner = ZipFile.of([("pass.json", pass("Five")), ("logo.png", try photo())])
    let logo = try #require(inner.firstRange(of: Array("logo.png".utf8))).lowerBound
    let whole = ZipFile.of([("Five.pkpass", Array(inner[..<(logo - 10)]))])
    let damaged = try person.file("whole.pkpasses", whole).string
    let imported = try await person.types("import", "--format", "json", damaged)
    // The card is complete, but its rest, which can be pictures and translations, is missing.
    #expect(imported.status == 3, "\(imported.errors)")
    #expect(try Report(imported).leftOut.map(\.name) == ["rest of Five.pkpass"])
    // What it is was not read any more.
    let other = ZipFile.of([("a.txt", [0x61]), ("pass.json", pass("Four"))])
    let path = try person.file("a.pkpass", Array(other.prefix(other.count / 2))).string
    let refused = try await person.types("import", path)
    #expect(refused.status == 14, "\(refused.errors)")
    #expect(refused.errors.contains("it is cut off"), "\(refused.errors)")
  }

  @Test func `a wrong password is asked for again, and a no imports nothing`() async throws {
    let person = try await Person.withVault()
    let bytes = ZipFile.of([("catima.csv", Array(Self.table.utf8))], password: "right")
    let path = try person.file("catima.zip", bytes).string
    let declined = try await person.converses(
      ["import", path],
      answers: [
        ("Password for ", "wrong\n"), ("not the password", "right\n"),
        ("2 new. Import?", "n\n"),
      ])
    #expect(declined.status == 0 && declined.output.contains("Nothing was imported."))
    let wrong = (wait: "Password for ", type: "wrong\n")
    let refused = try await person.converses(["import", path], answers: [wrong, wrong, wrong])
    #expect(refused.status == 12, "\(refused.output)")
    #expect(!refused.output.contains("right"))
    let script = try await person.types("import", path, "--password-fd", "0", input: "wrong\n")
    #expect(script.status == 12 && script.errors.contains("its password is wrong"))
    let without = try await person.types("import", path)
    #expect(without.status == 12 && without.errors.contains("none was given"))
    let right = try await person.types("import", path, "--password-fd", "0", input: "right\n")
    #expect(right.status == 0 && right.output == "Catima, 2 cards: 2 imported\n", "\(right.errors)")
  }

  @Test func `a table that is handed to merge is for import`() async throws {
    let person = try await Person.withVault()
    let path = try person.file("a.csv", Array(Self.table.utf8)).string
    let outcome = try await person.types("merge", path)
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(outcome.errors.contains("another wallet's file, not a bundle"))
    #expect(outcome.errors.contains("try: cardvault import "))
  }

  @Test(arguments: ["QR", "PDF417", "Aztec"])
  func `a pass's message is drawn and reads back in its charset`(format: String) async throws {
    let person = try await Person.withVault()
    let messages: [(text: String, charset: String, hex: String)] = [
      ("Café 7", "iso-8859-1", "436166e92037"), ("Café 7", "utf-8", "436166c3a92037"),
      ("次の日本", "Shift_JIS", "8e9f82cc93fa967b"), ("5 € – 7", "windows-1252", "35208020962037"),
      ("Привет", "windows-1251", "cff0e8e2e5f2"), ("plain", "us-ascii", "706c61696e"),
    ]
    var pictures: [String] = []
    for (place, message) in messages.enumerated() {
      let code =
        #"{"format": "PKBarcodeFormat\#(format)", "message": "\#(message.text)","#
        + #" "messageEncoding": "\#(message.charset)"}"#
      let path = try person.file("\(place).json", pass("Pass \(place)", code)).string
      let report = try Report(try await person.types("import", "--format", "json", path))
      #expect(report.cards.map(\.doubts) == [nil], "\(message.charset)")
      let id = try #require(report.added.first)
      let picture = person.home.appending("\(place).png").string
      let shown = try await person.types("show", id, "--output", picture)
      #expect(shown.status == 0, "\(shown.errors)")
      pictures.append(picture)
    }
    let read = try await person.types(["read", "--format", "jsonl"] + pictures)
    let lines = try ReadLine.all(in: read.output)
    #expect(lines.map { $0.codes.map(\.bytes) } == messages.map { [$0.hex] })
  }

  @Test(
    .enabled(
      if: `Real photos`.hasExchange, "the exchange samples are not beside the checkout"))
  func `every file by others is imported, or says why not`() async throws {
    let person = try await Person.withVault()
    let files = `Real photos`.files(below: `Real photos`.exchange, .max).sorted()
    let outcome = try await person.types(
      ["import", "--no-review", "--yes", "--format", "json"] + files)
    let report = try Report(outcome)
    var counts: [String: Int] = [:]
    for file in files {
      let known = report.cards.contains { $0.path == file }
      let reason = report.leftOut.first { $0.path == file }?.words
      let shown = known ? "imported" : reason ?? "imported"
      let kind = FilePath(file).extension ?? "no ending"
      counts["\(kind): \(shown.replacing(/[0-9]+/, with: "N"))", default: 0] += 1
    }
    let lines = counts.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)" }
    try GoldenFile.check(
      lines.joined(separator: "\n") + "\n",
      against: Person.checkout.appending("Tests/Golden/exchange-samples.txt"))
  }
}
