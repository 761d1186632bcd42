import CommandLineSupport
import Foundation
import Sealing
import SystemPackage
import Testing
import VaultFormat

/// The way to a vault without removed cards, as `README.md` names it.
@Suite struct `A vault without removed cards` {
  private struct Made: Decodable { let keyID: String }

  private struct Shown: Decodable, Equatable {
    let name: String
    let codes: [ShownCard.Code]
    let note: String?
    let tags: [String]
  }

  private let person: Person
  private let removedNumber = "5449000000996"
  private var old: FilePath { person.vault }
  private var new: FilePath { person.home.appending("cards") }

  init() async throws {
    person = try await Person.withVault()
  }

  /// Runs a command that succeeds.
  @discardableResult private func does(_ words: String...) async throws -> Person.Outcome {
    let outcome = try await person.types(words)
    try #require(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome
  }

  /// What all cards show, by name.
  private func shown(in vault: FilePath) async throws -> [Shown] {
    let listed = try await does("list", "--all", "--format", "json", "--vault", vault.string)
    var shown: [Shown] = []
    for card in try JSONDecoder().decode([ListedCard].self, from: listed.bytes.asData) {
      let outcome = try await does("show", card.id, "--as", "json", "--vault", vault.string)
      shown.append(try JSONDecoder().decode(Shown.self, from: outcome.bytes.asData))
    }
    return shown
  }

  /// How many files of a vault contain a text once they are opened.
  private func count(of text: String, in vault: FilePath, under id: String) throws -> Int {
    guard case .plain(let root) = try KeyFile.read(person.keys.appending(id).string) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let key = DerivedKeys(root)
    var count = 0
    let names = try FileManager.default.subpathsOfDirectory(atPath: vault.string)
    for name in names where name.contains(".") {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: vault.pushing(FilePath(name)).string)))
      let header = EnvelopeHeader(claimedBy: bytes.span)
      let payload = try key.open(bytes.span, as: try #require(header?.kind, "\(name)")).asData
      if payload.range(of: Data(text.utf8)) != nil { count += 1 }
    }
    return count
  }

  @Test func `has every other card, and the removed one's number nowhere in its files`()
    async throws
  {
    let oldKey = try person.keyName()
    try await does("add", "--name", "Gym", "--code", "5901234123457", "--note", "Locker 12")
    try await does("add", "--name", "Zoo", "--code", "4006381333931")
    try await does("add", "--name", "Club", "--code", removedNumber)
    // One save changes a card to keep and the one to go.
    try await does("edit", "gym", "club", "--tag", "town", "--note", "Of \(removedNumber)")
    try await does("edit", "gym", "--note", "Locker 12")
    try await does("remove", "club", "--yes")

    try await does("export", "kept.cardvault", "--cards", "gym", "--cards", "zoo")
    let made = try await does("init", "--vault", new.string, "--format", "json")
    let merged = try await does("merge", "kept.cardvault", "--vault", new.string)
    #expect(merged.output == "Merged: 2 drafts added\n")
    try await does("review", "--accept-sure", "--vault", new.string)

    #expect(try await shown(in: new) == shown(in: old))
    #expect(try await person.types("restore", "--vault", new.string).status == 14)
    let newKey = try JSONDecoder().decode(Made.self, from: made.bytes.asData).keyID
    #expect(try count(of: "4006381333931", in: new, under: newKey) > 0)
    #expect(try count(of: removedNumber, in: new, under: newKey) == 0)
    // It is there to be found in the old vault.
    #expect(try count(of: removedNumber, in: old, under: oldKey) > 0)
  }
}

extension Collection<UInt8> {
  fileprivate var asData: Data { Data(self) }
}
