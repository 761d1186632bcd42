import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Vaults of earlier programs, and programs of other versions.
///
/// The other way round, an earlier program that opens what this one writes, is proved by the independent reader, which
/// knows only the format's page of version 1 (`IndependentTests`). Fields of later programs: `DevicesTests` and
/// `LaterFieldTests` of the vault.
@Suite struct Upgrades {
  private struct Listed: Decodable {
    let name: String
    let conflicts: Int
  }

  private struct Expected: Decodable {
    let cards: [Listed]
    let damaged: [String]
    let key: String
  }

  private struct Verified: Decodable { let damaged: [String] }

  /// A person with a vault that never changes, in its usual place, and its key.
  private func owner() throws -> (Person, Expected) {
    let person = try Person()
    let frozen = Person.checkout.appending("Tests/Vectors/vault-1")
    let expected = try JSONDecoder().decode(
      Expected.self,
      from: Data(contentsOf: URL(filePath: frozen.appending("expected.json").string)))
    for (from, to) in [
      ("vault", person.vault), ("key", person.keys.appending(expected.key)),
    ] {
      try FileManager.default.createDirectory(
        atPath: to.removingLastComponent().string, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: frozen.appending(from).string, toPath: to.string)
    }
    // Git does not keep modes.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: person.keys.appending(expected.key).string)
    return (person, expected)
  }

  private func listed(_ person: Person) async throws -> [Listed] {
    let outcome = try await person.types("list", "--all", "--format", "json")
    #expect([0, 3].contains(outcome.status), "\(outcome.errors)")
    return try JSONDecoder().decode([Listed].self, from: Data(outcome.bytes))
  }

  @Test func `a vault of an earlier program opens, takes changes, and loses nothing`() async throws
  {
    let (person, expected) = try owner()
    let before = try await listed(person)
    #expect(before.map(\.name).sorted() == expected.cards.map(\.name).sorted())
    let conflictCount = expected.cards.reduce(0) { $0 + $1.conflicts }
    #expect(before.reduce(0) { $0 + $1.conflicts } == conflictCount)
    let added = try await person.types("add", "--name", "Of today", "--code", "5901234123457")
    #expect([0, 3].contains(added.status), "\(added.errors)")
    let edited = try await person.types("edit", "Museum", "--note", "closed on Mondays")
    #expect([0, 3].contains(edited.status), "\(edited.errors)")
    let after = try await listed(person)
    let names = before.map(\.name) + ["Of today"]
    #expect(after.map(\.name).sorted() == names.sorted())
    let verified = try await person.types("verify", "--format", "json")
    let report = try JSONDecoder().decode(Verified.self, from: Data(verified.bytes))
    #expect(report.damaged == expected.damaged)
  }

  @Test func `an earlier vault's key can be changed`() async throws {
    let (person, expected) = try owner()
    let before = try await listed(person).map(\.name).sorted()
    let changed = try await person.types("key", "rotate", "--no-sheet", "--yes")
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try await listed(person).map(\.name).sorted() == before)
    let verified = try await person.types("verify", "--format", "json")
    let report = try JSONDecoder().decode(Verified.self, from: Data(verified.bytes))
    #expect(report.damaged == expected.damaged, "\(verified.output)")
  }

  static let server = Person.executables.appending("cardvault-web")

  @Test func `a web app of another version refuses, and names both`() async throws {
    let person = try Person()
    let ours = try await person.types("--version").output.dropLast()
    let outcome = try await person.runs(
      Self.server,
      [
        "--started-by", "0.0.9", "--vault", person.vault.string, "--key-directory",
        person.keys.string, "--state-directory", person.home.string, "--lock-after", "10",
      ])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "cardvault is version 0.0.9 and the cardvault-web next to it is version \(ours)"),
      "\(outcome.errors)")
  }
}
