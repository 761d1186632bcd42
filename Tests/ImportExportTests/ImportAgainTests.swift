import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A photo whose card the vault already has, or had.
@Suite struct `Importing again` {
  private struct Report: Decodable {
    let added: [String]
    let counts: Counts
    let items: [Item]

    struct Counts: Decodable {
      let alreadyThere: Int
    }

    struct Item: Decodable {
      let outcome: String
      let id: String?
    }

    func ids(_ outcome: String) -> [String] {
      items.filter { $0.outcome == outcome }.compactMap(\.id)
    }
  }

  private let photo = Person.samples.appending("ean13-grocer.jpg").string

  /// A person who imported the photo as Grocer, with a tag and a note, and removed it.
  private func removed() async throws -> (person: Person, id: String) {
    let person = try await Person.withVault()
    _ = try await person.types("import", photo, "--name", "Grocer", "--tag", "food")
    _ = try await person.types("edit", "Grocer", "--note", "upstairs")
    let id = try #require(try await person.cards().first).id
    #expect(try await person.types("remove", "Grocer", "--yes").status == 0)
    return (person, id)
  }

  @Test func `a removed card stays removed, with one message`() async throws {
    let (person, id) = try await removed()
    let again = try await person.types("import", photo, photo, "--no-review")
    #expect(again.status == 0 && again.output == "0 cards added, 1 stays removed\n")
    let lines = again.errors.split(separator: "\n").filter { $0.contains("You removed “Grocer”") }
    #expect(lines.count == 1, "\(again.errors)")
    #expect(again.errors.contains("(\(id.prefix(8))) before"), "\(again.errors)")
    #expect(again.errors.contains("cardvault restore \(id.prefix(8))"), "\(again.errors)")
    #expect(try await person.cards().isEmpty)
    let script = try await person.types("import", photo, "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(script.output.utf8))
    #expect(script.status == 0 && report.added.isEmpty && report.counts.alreadyThere == 0)
    #expect(report.items.count == 1 && report.ids("staysRemoved") == [id])
    #expect(try await person.types("restore", String(id.prefix(8))).status == 0)
    #expect(try await person.cards().map(\.name) == ["Grocer"])
  }

  @Test func `importing it with a name restores it under that name`() async throws {
    let (person, id) = try await removed()
    let named = try await person.types("import", photo, "--name", "Market", "--tag", "town")
    #expect(named.status == 0 && named.output == "0 cards added, 1 brought back\n")
    #expect(named.errors.contains("“Grocer” was removed before, and is back as “Market”"))
    let card = try #require(try await person.cards().first)
    #expect(card.id == id && card.name == "Market" && card.state == "active")
    #expect(card.tags == ["food", "town"])
    #expect(try await person.types("show", "Market", "--as", "json").output.contains("upstairs"))
    _ = try await person.types("undo")
    #expect(try await person.cards().isEmpty)
    let script = try await person.types("import", photo, "--name", "Market", "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(script.output.utf8))
    #expect(report.added.isEmpty && report.items.count == 1 && report.ids("restored") == [id])
  }

  @Test func `a name accepts the draft that is already there`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("import", photo, "--no-review")
    let draft = try #require(try await person.cards().first)
    let named = try await person.types("import", photo, "--name", "Market", "--tag", "town")
    #expect(named.status == 0 && named.output == "0 cards added, 1 draft accepted\n")
    let card = try #require(try await person.cards().first)
    #expect(card.id == draft.id && card.name == "Market" && card.state == "active")
    #expect(card.tags == ["town"])
    _ = try await person.types("undo")
    #expect(try await person.cards().map(\.state) == ["draft"])
    let script = try await person.types("import", photo, "--name", "Market", "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(script.output.utf8))
    #expect(report.added.isEmpty && report.ids("accepted") == [draft.id], "\(script.output)")
  }

  @Test func `--duplicate imports it as a new card`() async throws {
    let (person, id) = try await removed()
    let again = try await person.types("import", photo, "--no-review", "--duplicate")
    #expect(again.status == 0 && again.output == "1 card added\n")
    let card = try #require(try await person.cards().first)
    #expect(card.id != id && card.name == "ean13 grocer" && card.tags.isEmpty)
  }

  @Test func `a discarded draft stays discarded, and one whose import was undone is added`()
    async throws
  {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["import", photo, "--plain"], answers: [("Name [", "/discard\n"), ("last draft", "\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    let again = try await person.types("import", photo, "--no-review")
    #expect(again.output == "0 cards added, 1 stays removed\n")
    let other = Person.samples.appending("qr-loyalty.jpg").string
    _ = try await person.types("import", other, "--no-review")
    _ = try await person.types("undo")
    #expect(try await person.types("import", other, "--no-review").output == "1 card added\n")
  }

  @Test func `a name once given is kept, even if another one is requested`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("import", photo, "--name", "Grocer", "--tag", "food")
    let again = try await person.types("import", photo, "--name", "Other", "--tag", "town")
    #expect(again.status == 0 && again.output == "0 cards added, 1 already there\n")
    #expect(
      again.errors.contains("To rename that card: cardvault edit "), "\(again.errors)")
    let card = try #require(try await person.cards().first)
    #expect(card.name == "Grocer" && card.tags == ["food"])
  }

  @Test func `codes that became one card in review stay one, even when one was corrected`()
    async throws
  {
    let person = try await Person.withVault()
    let both = Person.samples.appending("two-codes-one-card.webp").string
    let outcome = try await person.converses(
      ["import", both, "--plain"],
      answers: [
        ("Name [", "/join\n"), ("Name [", "/code\n"), ("Which code", "2\n"),
        ("as printed", "NEW-128\n"), ("Kind of", "\n"), ("Name [", "\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    let again = try await person.types("import", both, "--no-review")
    #expect(again.output == "0 cards added, 2 already there\n", "\(again.errors)")
    #expect(try await person.cards().map(\.state) == ["active"])
  }
}
