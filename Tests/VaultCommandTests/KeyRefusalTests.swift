import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A key where a card was expected: on a photo, or typed.
@Suite struct `Key refusal` {
  struct Reading: Decodable {
    let codes: [Code]
    let error: String?
    let holdsKey: Bool?

    struct Code: Decodable { let text: String }
  }

  struct Import: Decodable {
    let added: [String]
    let leftOut: [LeftOut]

    struct LeftOut: Decodable {
      let path: String
      let reason: String
    }
  }

  @Test(arguments: [false, true])
  func `read refuses a sheet in every format, and reveals nothing of the key`(
    isWrapped: Bool
  ) async throws {
    let owner = try await SheetOwner(isWrapped: isWrapped)
    _ = try await owner.makesSheet()
    let card = Person.samples.appending("qr-loyalty.jpg").string
    for ending in ["png", "pdf"] {
      let sheet = "\(owner.stem).\(ending)"
      for format in ["table", "plain", "json", "jsonl"] {
        let outcome = try await owner.person.types("read", "--format", format, sheet, card)
        #expect(outcome.status == 3, "\(format)")
        #expect(!owner.isTold(in: outcome) && !outcome.output.lowercased().contains("vault-key"))
        #expect(outcome.output.contains("ONDEA-4471-0093"))
        if format.hasPrefix("json") {
          let line = try #require(outcome.output.split(separator: "\n").first)
          let reading = try JSONDecoder().decode(Reading.self, from: Data(line.utf8))
          #expect(reading.holdsKey == true && reading.codes.isEmpty && reading.error != nil)
        } else {
          #expect(outcome.errors.contains("try: cardvault key restore \(sheet)"))
        }
      }
      let alone = try await owner.person.types("read", sheet)
      #expect(alone.status == 3 && alone.output.isEmpty && !alone.errors.contains("No code"))
      let books = try await owner.person.types("read", "--isbn", sheet)
      #expect(books.status == 14 && books.output.isEmpty && !owner.isTold(in: books))
    }
  }

  @Test func `import skips a sheet and imports the rest`() async throws {
    let owner = try await SheetOwner()
    _ = try await owner.makesSheet()
    let sheet = "\(owner.stem).png"
    let card = Person.samples.appending("qr-loyalty.jpg").string
    let alone = try await owner.person.types("import", sheet)
    #expect(alone.status == 3 && alone.errors.contains("try: cardvault key restore \(sheet)"))
    let outcome = try await owner.person.types("import", "--format", "json", sheet, card)
    #expect(outcome.status == 3)
    let report = try JSONDecoder().decode(Import.self, from: Data(outcome.output.utf8))
    #expect(report.added.count == 1 && report.leftOut.map(\.path) == [sheet])
    #expect(report.leftOut.first?.reason == "key")
    let listed = try await owner.person.types("list", "--all", "--format", "json")
    for outcome in [alone, outcome, listed] { #expect(!owner.isTold(in: outcome)) }
  }

  @Test func `a key is not accepted as a code, a name or a note`() async throws {
    let owner = try await SheetOwner()
    _ = try await owner.person.types("add", "--name", "Grocer")
    let key = owner.line.uppercased()
    for words in [
      ["add", "--name", "x", "--code", key], ["add", "--name", key],
      ["add", "--name", "x", "--note", "my key is \(owner.line)"],
      ["edit", "Grocer", "--code", owner.line, "--symbology", "aztec"],
      ["edit", "Grocer", "--number", key], ["edit", "Grocer", "--tag", "a \(key)"],
    ] as [[String]] {
      for format in ["table", "json"] {
        let outcome = try await owner.person.types(words + ["--format", format])
        #expect(outcome.status == 64 && outcome.errors.contains("vault's key"), "\(words[0])")
        #expect(!owner.isTold(in: outcome))
      }
    }
    let typed = try await owner.person.types("add", "--name", "x", "--code", "-", input: owner.line)
    #expect(typed.status == 64 && !owner.isTold(in: typed))
    let listed = try await owner.person.types("list", "--format", "plain")
    #expect(listed.output.hasSuffix("  Grocer\n"), "\(listed.output)")
  }
}
