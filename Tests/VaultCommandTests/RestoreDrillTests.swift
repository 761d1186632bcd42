import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// The drill in `Sources/Restore.md`, with the commands as they stand there.
@Suite struct `Restore drill` {
  /// Where a synced copy is, in the page.
  private static let target = "/media/stick/cards"
  private static let cards = ["Bakery", "Gym", "Zoo"]

  /// A person with cards, a sheet, a bundle, and a copy at a transport; all but the first are in `luggage`.
  private struct Owner {
    let person: Person
    /// What survives the loss of the machine.
    let luggage: Person
    let fingerprint: String
  }

  /// Runs a command of the page, with its files and its target where they are here.
  private func does(
    _ command: String, _ person: Person, luggage: Person
  ) async throws -> Person.Outcome {
    let page = try String(
      contentsOfFile: Person.checkout.appending("Sources/Restore.md").string, encoding: .utf8)
    let lines = page.split(separator: "\n")
    let isThere = lines.contains { $0 == command || $0.hasPrefix(command + "  ") }
    #expect(isThere, "the page has no such command: \(command)")
    let words = command.split(separator: " ").dropFirst().map { word in
      switch word {
      case Self.target: luggage.home.appending("transport").string
      case "sheet.jpg", "sheet.pdf", "backup.cardvault": luggage.home.appending(String(word)).string
      default: String(word)
      }
    }
    let outcome = try await person.types(words)
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    return outcome
  }

  private func made() async throws -> Owner {
    let (person, luggage) = (try Person(), try Person())
    let made = try await person.types("init", "--format", "json")
    struct Report: Decodable { let fingerprint: String }
    let report = try JSONDecoder().decode(Report.self, from: Data(made.output.utf8))
    for (name, code) in zip(Self.cards, ["4006381333931", "5901234123457", "9781234567897"]) {
      _ = try await person.types("add", "--name", name, "--code", code, "--note", "of \(name)")
    }
    for words in [
      ["key", "sheet", "--output", luggage.home.appending("sheet.png").string],
      ["sync", luggage.home.appending("transport").string],
      ["export", luggage.home.appending("backup.cardvault").string],
    ] {
      let outcome = try await person.types(words)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    try FileManager.default.moveItem(
      atPath: luggage.home.appending("sheet.png").string,
      toPath: luggage.home.appending("sheet.jpg").string)
    return Owner(person: person, luggage: luggage, fingerprint: report.fingerprint)
  }

  /// Whether a machine has all cards, whole, and can save.
  private func hasCards(_ machine: Person) async throws {
    #expect(try await machine.names() == Self.cards)
    let shown = try await machine.types("show", "Gym", "--as", "text")
    #expect(shown.output == "5901234123457\n", "\(shown.errors)")
    let changed = try await machine.types("edit", "Zoo", "--note", "changed")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try await machine.types("verify").status == 0)
  }

  @Test func `a lost machine: a sheet and a synced copy bring the cards back`()
    async throws
  {
    let owner = try await made()
    let machine = try Person()
    let restored = try await does(
      "cardvault key restore sheet.jpg", machine, luggage: owner.luggage)
    #expect(restored.output.contains(owner.fingerprint))
    let synced = try await does(
      "cardvault sync /media/stick/cards", machine, luggage: owner.luggage)
    #expect(synced.output.contains(owner.fingerprint))
    _ = try await does("cardvault verify", machine, luggage: owner.luggage)
    _ = try await does("cardvault list", machine, luggage: owner.luggage)
    try await hasCards(machine)

    // A person who finds the machine has its key.
    let rotated = try await machine.types("key", "rotate", "--sheet", "new.pdf", "--yes")
    #expect(rotated.status == 0, "\(rotated.errors)")
    _ = try await does("cardvault sync", machine, luggage: owner.luggage)
    _ = try await machine.types("add", "--name", "New")
    _ = try await does("cardvault sync", machine, luggage: owner.luggage)
    _ = try await owner.person.types("sync")
    #expect(try await owner.person.names() == Self.cards)
  }

  @Test func `a lost machine: a sheet and a bundle bring the cards back`() async throws {
    let owner = try await made()
    let machine = try Person()
    _ = try await does("cardvault key restore sheet.jpg", machine, luggage: owner.luggage)
    let merged = try await does(
      "cardvault merge backup.cardvault", machine, luggage: owner.luggage)
    #expect(merged.output.contains(owner.fingerprint))
    try await hasCards(machine)
  }

  @Test func `a lost sheet and machine: a second device brings the cards back`()
    async throws
  {
    let owner = try await made()
    let second = try Person()
    try second.takesKeys(of: owner.person)
    _ = try await second.types("sync", owner.luggage.home.appending("transport").string)
    try FileManager.default.removeItem(atPath: owner.luggage.home.appending("sheet.jpg").string)

    _ = try await does(
      "cardvault key sheet --output sheet.pdf", second, luggage: owner.luggage)
    let machine = try Person()
    _ = try await does("cardvault key restore sheet.pdf", machine, luggage: owner.luggage)
    _ = try await does("cardvault sync /media/stick/cards", machine, luggage: owner.luggage)
    try await hasCards(machine)
    #expect(try await second.names() == Self.cards)
  }

  @Test func `a lost folder: the key is still here, and a sync brings the cards back`() async throws
  {
    let owner = try await made()
    try FileManager.default.removeItem(atPath: owner.person.vault.string)
    // Where it was synced is remembered for a vault that is there, so the target is named.
    #expect(try await owner.person.types("sync").status == 10)
    _ = try await does(
      "cardvault sync /media/stick/cards", owner.person, luggage: owner.luggage)
    try await hasCards(owner.person)
  }

  @Test func `without the folder, the key that is here comes before a new vault`() async throws {
    let person = try await made().person
    try FileManager.default.removeItem(atPath: person.vault.string)
    let listed = try await person.types("list")
    #expect(listed.status == 10)
    #expect(listed.errors.contains("try: cardvault sync TARGET"), "\(listed.errors)")
    let next = try await person.types()
    #expect(next.output.contains("this device has a vault's key"), "\(next.output)")
    let other = try await person.types("init")
    #expect(other.status == 0)
    #expect(other.errors.contains("the key of another vault"), "\(other.errors)")
    #expect(other.errors.contains("try: cardvault sync TARGET --vault FOLDER"), "\(other.errors)")
    // Elsewhere a second vault is meant.
    let second = try await person.types("init", "--vault", "second")
    #expect(second.status == 0 && !second.errors.contains("another vault"), "\(second.errors)")
    let first = try await Person().types("init")
    #expect(first.status == 0 && !first.errors.contains("another vault"), "\(first.errors)")
  }
}
