import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Cards to take along without this computer: pictures for a phone, and wallet cards on paper.
@Suite struct `Cards to take along` {
  /// What `picture` and `print` say for scripts.
  private struct Report: Decodable {
    struct LeftOut: Decodable {
      let name: String
      let because: String
    }

    let cards: Int
    let files: [String]
    let leftOut: [LeftOut]
    let pages: Int?
  }

  private static func report(_ outcome: Person.Outcome) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  private static func bytes(_ name: String, of person: Person) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: person.home.appending(name).string)))
  }

  /// Width and height of a PNG (its specification, 11.2.2).
  private static func size(_ png: [UInt8]) throws -> [Int] {
    try #require(png.count > 24 && png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return [16, 20].map { (start: Int) -> Int in
      png[start..<start + 4].reduce(0) { (size: Int, byte: UInt8) -> Int in size << 8 | Int(byte) }
    }
  }

  private static func mode(_ name: String, of person: Person) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: person.home.appending(name).string)[
      .posixPermissions] as? Int
  }

  private func owner() async throws -> Person {
    let person = try await Person.withVault()
    for words in [
      ["--name", "Bakery", "--code", "4006381333931", "--pin", "739184", "--tag", "town"],
      ["--name", "Café 漢字 بطاقة", "--code", "hello", "--symbology", "qr", "--tag", "town"],
      ["--name", "Gym", "--number", "4711 0815"],
    ] as [[String]] {
      #expect(try await person.types(["add"] + words).status == 0)
    }
    return person
  }

  /// A seeded sample of the sample cards; all of them in a long run.
  @Test func `sample cards are drawn for a phone and on paper, and read back`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("import", "--no-review", "--duplicate", Person.samples.string)
    // Ids are random here, so that they would choose other cards, and so other neighbours on paper, each time.
    let all = try await person.cards().sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.id)
    var generator = SplitMix(state: 2_026)
    let shuffled = all.shuffled(using: &generator)
    let ids = LongRun.isOn ? shuffled : Array(shuffled.prefix(12))
    var originals: Set<ShownCard.Code> = []
    for id in ids {
      originals.formUnion(try await person.card(id).codes)
    }
    let drawn = try await person.types(
      ["picture", "--output", "pictures", "--format", "json"] + ids)
    #expect(drawn.status == 0, "\(drawn.errors)")
    let files = try Self.report(drawn).files
    #expect(files.count == ids.count && Set(files).count == files.count)
    for file in files {
      let size = try Self.size(Self.bytes(file, of: person))
      #expect(size[0] == 1_080 && (1_440...2_000).contains(size[1]), "\(file)")
    }
    let pictures = try await person.types(["read", "--format", "jsonl"] + files)
    let lines = try ReadLine.all(in: pictures.output)
    #expect(lines.allSatisfy { $0.codes.count == 1 && $0.codes.allSatisfy(\.sure) })
    #expect(Set(lines.flatMap(\.codes).map(\.drawn)) == originals)

    let printed = try await person.types(["print", "--format", "json"] + ids)
    #expect(printed.status == 0, "\(printed.errors)")
    let report = try Self.report(printed)
    #expect(report.files == ["cards.pdf"] && report.cards == ids.count)
    #expect(report.pages == (ids.count + 9) / 10)
    let pdf = String(decoding: try Self.bytes("cards.pdf", of: person), as: UTF8.self)
    #expect(pdf.contains("/Count \((ids.count + 9) / 10)"))
    #expect(pdf.contains("/MediaBox [ 0 0 595.275591 841.889764 ]"))
    let pages = try await person.types("read", "--format", "jsonl", "cards.pdf")
    let onPaper = try ReadLine.all(in: pages.output).flatMap(\.codes)
    // On a page of ten cards, our reader misses the finest of the stacked codes; it must not misread one.
    let missed = originals.subtracting(onPaper.map(\.drawn))
    #expect(Set(onPaper.map(\.drawn)).isSubset(of: originals))
    let others = missed.map(\.symbology).filter { $0 != "GS1 DataBar Expanded Stacked" }
    #expect(others.isEmpty, "missed on paper: \(others)")
  }

  @Test func `one file of each card goes into a folder, private and never overwritten`()
    async throws
  {
    let person = try await owner()
    let first = try await person.types("picture", "--all", "--output", "pictures")
    #expect(first.status == 0, "\(first.errors)")
    let names = ["Bakery", "Café 漢字 بطاقة", "Gym"].map { "pictures/\($0).png" }
    #expect(first.output == names.map { "Written: \($0)\n" }.joined())
    #expect(try Self.mode("pictures", of: person) == 0o700)
    for name in names { #expect(try Self.mode(name, of: person) == 0o600) }
    let again = try await person.types("picture", "gym", "--output", "pictures")
    #expect(again.status == 15 && again.errors.contains("already exists"), "\(again.errors)")
    for (words, name) in [(["picture", "gym"], "Gym.png"), (["print", "gym"], "cards.pdf")] {
      #expect(try await person.types(words).status == 0)
      #expect(try Self.mode(name, of: person) == 0o600)
      #expect(try await person.types(words).status == 15)
    }
  }

  @Test func `many cards need only a few readers`() async throws {
    let person = try await owner()
    for number in 0..<9 {
      let words = ["add", "--name", "Gym \(number)", "--number", "\(number)"]
      #expect(try await person.types(words).status == 0)
    }
    let alone = person.home.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    let (script, log) = (person.home.appending("cardvault-reader"), person.home.appending("log"))
    try Data(
      """
      #!/bin/sh
      echo "$*" >> '\(log)'
      exec '\(Person.executables.appending("cardvault-reader"))' "$@"

      """.utf8
    ).write(to: URL(filePath: script.string))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.string)
    /// The modes in which readers were started, besides being asked for their version.
    func modes(of words: [String]) async throws -> [String] {
      try? FileManager.default.removeItem(atPath: log.string)
      let outcome = try await person.runs(alone, words)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try String(contentsOfFile: log.string, encoding: .utf8)
        .split(separator: "\n").map(String.init).filter { $0 != "--version" }
    }
    let passes = try await modes(of: ["export", "--to", "pass", "all.pkpasses"])
    #expect(passes == ["--render-each", "--write-archives", "--write-archive"])
    #expect(try await modes(of: ["picture", "--all", "-o", "all"]) == ["--render-each"])
    #expect(try await modes(of: ["print", "--all"]) == ["--render pdf"])
    let drawn = try FileManager.default.contentsOfDirectory(
      atPath: person.home.appending("all").string)
    #expect(drawn.count == 12)
  }

  @Test(
    arguments: [
      ["export", "--to", "pass"], ["export", "--to", "catima"], ["picture", "--all", "-o"],
      ["print", "--all", "-o"],
    ])
  func `a name that cannot be used is refused before a reader is started`(
    words: [String]
  ) async throws {
    let person = try await owner()
    // Without a reader beside it, anything drawn or written by one would fail with 1.
    let alone = person.home.appending("cardvault")
    try FileManager.default.copyItem(
      atPath: Person.executables.appending("cardvault").string, toPath: alone.string)
    let ending = words[0] == "print" ? "pdf" : "png"
    _ = try person.file("mine.\(ending)", [65])
    try FileManager.default.createSymbolicLink(
      atPath: person.home.appending("loose.\(ending)").string, withDestinationPath: "nowhere")
    let several = words[0] == "picture" ? ["picture", "gym", "-o"] : words
    let names: [(String, Int32)] = [
      ("mine", 15), ("loose", 15), ("missing/new", 14), ("mine.\(ending)/new", 14),
    ]
    for (name, status) in names {
      let outcome = try await person.runs(alone, several + ["\(name).\(ending)"])
      #expect(outcome.status == status, "\(name): \(outcome.errors)")
    }
  }

  @Test func `one card goes into one file`() async throws {
    let person = try await owner()
    #expect(try await person.types("picture", "bakery", "-o", "b.png").status == 0)
    #expect(try Self.size(Self.bytes("b.png", of: person)) == [1_080, 1_440])
    let several = try await person.types("picture", "--tag", "town", "-o", "town.png")
    #expect(several.status == 64 && several.errors.contains("one file"), "\(several.errors)")
    let piped = try await person.types("picture", "bakery", "-o", "-")
    #expect(piped.bytes == (try Self.bytes("b.png", of: person)))
    let pdf = try await person.types("print", "--tag", "town", "-o", "-")
    #expect(pdf.status == 0 && pdf.bytes.starts(with: "%PDF-".utf8))
  }

  @Test func `what cannot be drawn is listed, without its number`() async throws {
    let person = try await owner()
    let long = String(repeating: "aB7", count: 30)
    _ = try await person.types("add", "--name", "Long", "--code", long, "--symbology", "code-128")
    _ = try await person.types("add", "--name", "Bare")
    for words in [["picture", "--all", "-o", "all"], ["print", "--all"]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(outcome.errors.contains("“Bare” was left out: it has neither a code nor a number"))
      #expect(outcome.errors.contains("“Long” was left out: at this size"))
      #expect(!outcome.errors.contains("aB7") && !outcome.errors.contains("4006381333931"))
      #expect(!(outcome.output + outcome.errors).contains("739184"))
    }
    #expect(try await person.types("picture", "bare").status == 14)
    for words in [["nowhere"], ["--tag", "nowhere"]] {
      let outcome = try await person.types(["print", "-o", "none.pdf"] + words)
      #expect(outcome.status == 14, "\(outcome.errors)")
    }
  }

  @Test(arguments: [
    ["picture"], ["print"], ["print", "gym", "--all"], ["print", "--all", "--tag", "town"],
    ["print", "--all", "-o", "cards.png"],
  ])
  func `a selection that says nothing, or two things, is refused`(words: [String]) async throws {
    let outcome = try await owner().types(words)
    #expect(outcome.status == 64 && outcome.errors.contains("try: "), "\(outcome.errors)")
  }

  @Test func `a folder that cannot be made is refused, with what to do`() async throws {
    let person = try await owner()
    _ = try person.file("notes", Array("notes".utf8))
    let taken = try await person.types("picture", "gym", "-o", "notes")
    #expect(taken.status == 15 && taken.errors.contains("notes already exists"), "\(taken.errors)")
    let nowhere = try await person.types("picture", "gym", "-o", "none/pictures")
    #expect(nowhere.status == 14 && nowhere.errors.contains("no folder none"), "\(nowhere.errors)")
    #expect(nowhere.errors.contains("use --output with another folder"), "\(nowhere.errors)")
  }

  @Test func `neither is written into a vault`() async throws {
    let person = try await owner()
    for words in [
      ["picture", "gym", "-o", "\(person.vault)/in.png"],
      ["picture", "gym", "-o", "\(person.vault)"],
      ["picture", "gym", "-o", "\(person.vault)/pictures"],
      ["print", "gym", "-o", "\(person.vault)/in.pdf"],
    ] as [[String]] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 64, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains("would be in the vault at"), "\(outcome.errors)")
    }
  }
}
