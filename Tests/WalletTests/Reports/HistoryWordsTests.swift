import Cards
import SystemPackage
import Testing
import VaultStore
import Wallet

/// What a history says about a card's changes.
@Suite struct HistoryWordsTests {
  private let folder: WalletFolder
  private let card = Card.sample("Gym").with { $0.note = "new" }

  init() throws {
    folder = try WalletFolder()
  }

  private func locations(_ device: String) -> VaultLocations {
    VaultLocations(
      vault: folder.path.appending("shared"), keyDirectory: folder.path.appending("shared-keys"),
      stateDirectory: folder.path.appending(device))
  }

  /// A vault in which two devices changed the card at once; what the second one wrote is shown.
  private func made(
    first: (inout Card) -> Void, second: (inout Card) -> Void
  ) async throws -> Vault {
    let here = try Vault.create(
      at: locations("first"), now: { Timestamp(milliseconds: 1_000) })
    try await here.save([card])
    let there = try Vault.open(
      at: locations("second"), now: { Timestamp(milliseconds: 2_000) })
    try await here.save([card.with(first)])
    try await there.save([card.with(second)])
    return try Vault.open(at: locations("first"))
  }

  private func last(_ vault: Vault) async throws -> HistoryReport {
    try #require(HistoryReport.all(await vault.changes(of: card.id)).last)
  }

  @Test func `a decision tells which value stays, and which one comes instead`() async throws {
    let vault = try await made(
      first: { ($0.name, $0.note) = ("Left", "left") },
      second: { ($0.name, $0.note) = ("Right", "right") })
    let conflicts = await vault.conflicts(of: card.id)
    try #require(conflicts.map(\.field) == ["name", "note"])
    try await vault.decide([
      (conflicts[0], conflicts[0].sides[0]), (conflicts[1], conflicts[1].sides[1]),
    ])
    let report = try await last(vault)
    #expect(
      report.localLines == [
        "conflict resolved: note “right” → “left”", "conflict resolved: name stays “Right”",
      ])
    #expect(report.title == "Resolved 2 conflicts, edited note")
  }

  @Test func `a decision for nothing says that the field stays empty`() async throws {
    let vault = try await made(first: { $0.note = "left" }, second: { $0.note = "" })
    let conflict = try #require(await vault.conflicts(of: card.id).first)
    try await vault.decide([(conflict, conflict.sides[0])])
    let report = try await last(vault)
    #expect(report.localLines == ["conflict resolved: note stays empty"])
    #expect(report.title == "Resolved a conflict")
  }

  @Test func `an edit of a field in conflict resolves it, and one of another field does not`()
    async throws
  {
    let vault = try await made(first: { $0.name = "Left" }, second: { $0.name = "Right" })
    let shown = try #require(await vault.card(card.id))
    try await vault.save([shown.with { $0.note = "changed" }])
    #expect(try await last(vault).localLines == ["note “new” → “changed”"])
    try await vault.save([shown.with { ($0.name, $0.note) = ("Both", "changed") }])
    #expect(try await last(vault).localLines == ["conflict resolved: name “Right” → “Both”"])
  }
}
