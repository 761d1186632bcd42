import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Removed cards exist: whoever looks for one learns so.
@Suite struct `Removed cards` {
  /// A person who removed the card Zoo, and its id's first digits.
  private func removed() async throws -> (Person, id: String) {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "4006381333931")
    _ = try await person.types("add", "--name", "Zoo", "--code", "ZOO-4711", "--tag", "animals")
    let id = try #require(try await person.cards().first { $0.name == "Zoo" }?.id)
    let outcome = try await person.types("remove", "zoo", "--yes")
    try #require(outcome.status == 0, "\(outcome.errors)")
    return (person, String(id.prefix(8)))
  }

  @Test(
    arguments: [
      "zoo", "show zoo", "edit zoo --note x", "use zoo", "spend zoo 5", "favourite zoo",
      "archive zoo", "remove zoo --yes", "resolve zoo", "review zoo", "find ZOO-4711",
      "print zoo", "picture zoo", "export all.cards --cards zoo",
      "export --to csv a.csv --cards zoo",
      "edit --all-tagged animals --note x", "print --tag animals", "show animals", "list zoo",
      "list --tag animals",
    ])
  func `what finds nothing names the removed card`(words: String) async throws {
    let (person, id) = try await removed()
    let outcome = try await person.types(words.split(separator: " ").map(String.init))
    #expect(outcome.status == 14, "\(outcome.output) \(outcome.errors)")
    let errors = outcome.errors
    #expect(errors.localizedCaseInsensitiveContains("you removed “Zoo” on 2"), "\(errors)")
    #expect(errors.contains("cardvault restore \(id)"), "\(errors)")
  }

  @Test func `the advice brings the card back`() async throws {
    let (person, id) = try await removed()
    struct Failure: Decodable { let run: [String]? }
    let failed = try await person.types("show", "zoo", "--format", "json")
    let failure = try JSONDecoder().decode(Failure.self, from: Data(failed.errors.utf8))
    #expect(failure.run == ["cardvault", "restore", id])
    #expect(try await person.types("restore", id).output == "Restored: Zoo\n")
    #expect(try await person.types("show", "zoo", "--as", "text").output == "ZOO-4711\n")
  }

  @Test func `a photo of a removed card's code finds it`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("ean13-grocer.jpg").string
    _ = try await person.types("import", photo, "--name", "Grocer")
    _ = try await person.types("remove", "grocer", "--yes")
    let found = try await person.types("find", "--photo", photo)
    #expect(found.status == 14 && found.errors.contains("you removed “Grocer”"), "\(found.errors)")
  }

  @Test func `removed cards are listed, searched, and described for scripts`() async throws {
    let (person, id) = try await removed()
    let list = try await person.types("list", "--removed")
    #expect(list.status == 0 && list.output.contains("Zoo") && !list.output.contains("Gym"))
    #expect(list.output.contains("removed 2") && list.output.contains(id))
    #expect(try await person.types("list", "--removed", "--tag", "animals").status == 0)
    let none = try await person.types("list", "--removed", "gym")
    #expect(none.status == 14 && none.errors.contains("cardvault list --removed"))
    struct Card: Decodable {
      let state: String
      let removed: String
    }
    let json = try await person.types("list", "--removed", "--format", "json")
    let cards = try JSONDecoder().decode([Card].self, from: Data(json.bytes))
    #expect(cards.map(\.state) == ["removed"] && cards[0].removed.hasSuffix("Z"))
    _ = try await person.types("restore", "zoo")
    #expect(try await person.types("list", "--removed").errors.contains("There are no removed"))
  }

  @Test func `a card that others changed comes back with a sync, which says why`() async throws {
    let person = try await Person.withVault()
    for name in ["Gym", "Zoo"] { _ = try await person.types("add", "--name", name) }
    let other = try Person()
    try FileManager.default.createDirectory(
      atPath: other.home.appending(".config/cardvault").string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: person.keys.string, toPath: other.keys.string)
    let target = person.home.appending("stick").string
    _ = try await person.types("sync", target)
    _ = try await other.types("sync", target)
    for name in ["gym", "zoo"] { _ = try await person.types("remove", name, "--yes") }
    _ = try await person.types("sync")
    _ = try await other.types("edit", "zoo", "--note", "x")
    let there = try await other.types("sync")
    #expect(!there.output.contains("back"), "\(there.output)")
    _ = try await other.types("restore", "gym")
    _ = try await other.types("sync")
    let back = try await person.types("sync")
    let zoo = "“Zoo”, removed here, is back: another device changed it meanwhile."
    #expect(back.output.contains(zoo), "\(back.output)")
    #expect(back.errors.contains("To remove “Zoo” again: cardvault remove "))
    #expect(back.output.contains("“Gym”, removed here, is back: another device restored it."))
    #expect(back.output.contains("Cards: 2 back"), "\(back.output)")
    #expect(try await person.names() == ["Gym", "Zoo"])
  }
}
