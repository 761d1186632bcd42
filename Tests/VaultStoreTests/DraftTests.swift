import Cards
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Cards that an import made, and that nobody has reviewed yet.
@Suite struct DraftTests {
  private let folder: VaultFolder
  private let code = Card.sample("").codes[0]

  init() throws {
    folder = try VaultFolder()
  }

  /// The card that an import makes from the code.
  private func draft(_ name: String, in vault: Vault) async throws -> Card {
    var card = Card(id: await vault.id(for: code), name: name, codes: [code])
    card.review = .draft
    card.origin = "photo"
    card.expires = CalendarDate("2030-12-31")
    return card
  }

  /// A device that saves a draft of the code a day after others saved, without knowing of their saves.
  private func importElsewhere(
    _ name: String, after others: (Vault) async throws -> Void
  ) async throws {
    let later = Vault.wallClock().milliseconds + 86_400_000
    let second = try Vault.open(
      at: folder.locations("second"), now: { Timestamp(milliseconds: later) })
    try await others(try Vault.open(at: folder.locations()))
    try await second.save([draft(name, in: second)])
  }

  private func onlyCard() async throws -> Card {
    let vault = try Vault.open(at: folder.locations())
    #expect(await vault.conflicts.isEmpty)
    let cards = await vault.cards
    #expect(cards.count == 1)
    return try #require(cards.first)
  }

  @Test func `a draft imported by another device undoes no review`() async throws {
    _ = try Vault.create(at: folder.locations())
    try await importElsewhere("IMG 2") { vault in
      let draft = try await draft("IMG 1", in: vault)
      try await vault.save([draft])
      try await vault.save([
        draft.with { ($0.name, $0.review, $0.expires) = ("Gym", .accepted, nil) }
      ])
    }
    let card = try await onlyCard()
    #expect(card.name == "Gym" && card.review == .accepted && card.expires == nil)
    #expect(card.codes == [code])
  }

  @Test func `a draft imported by another device changes no card named at import`() async throws {
    _ = try Vault.create(at: folder.locations())
    try await importElsewhere("IMG 2") { vault in
      try await vault.save([
        draft("Gym", in: vault).with { ($0.review, $0.expires) = (.accepted, nil) }
      ])
    }
    let card = try await onlyCard()
    #expect(card.name == "Gym" && card.review == .accepted && card.expires == nil)
  }

  @Test func `a draft imported by another device undoes no field changed in a draft`() async throws
  {
    _ = try Vault.create(at: folder.locations())
    try await importElsewhere("IMG 2") { vault in
      let draft = try await draft("IMG 1", in: vault)
      try await vault.save([draft])
      try await vault.save([draft.with { $0.name = "Gym" }])
    }
    let card = try await onlyCard()
    #expect(card.name == "Gym" && card.review == .draft)
    #expect(card.expires == CalendarDate("2030-12-31"))
  }

  @Test func `two drafts of the same code are one, without a conflict`() async throws {
    _ = try Vault.create(at: folder.locations())
    try await importElsewhere("A photo") { vault in
      try await vault.save([draft("Another photo", in: vault)])
    }
    let card = try await onlyCard()
    #expect(card.name == "A photo" && card.review == .draft && card.origin == "photo")
  }

  @Test
  func `an accepted draft keeps all suggestions, and an undo makes it a draft again`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let draft = try await draft("IMG 1", in: vault)
    try await vault.save([draft])
    try await vault.save([draft.with { $0.review = .accepted }])
    let accepted = try await onlyCard()
    #expect(accepted.name == "IMG 1" && accepted.review == .accepted)
    #expect(accepted.expires == draft.expires && accepted.origin == "photo")
    _ = try await vault.undo()
    let again = try await onlyCard()
    #expect(again.name == "IMG 1" && again.review == .draft && again.expires == draft.expires)
    _ = try await vault.undo()
    #expect(await vault.cards.isEmpty)
  }

  @Test func `a code is found through a card that has it, had it, or was joined with one`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    #expect(await vault.known(code) == nil)
    let draft = try await draft("IMG 1", in: vault)
    try await vault.save([draft])
    #expect(await vault.held(code) == "IMG 1")
    let other = Card.sample("Other", number: "4006381333931", id: 1)
    try await vault.save([draft.with { $0.codes = [] }, other])
    #expect(await vault.held(code) == "IMG 1")
    _ = try await vault.join(draft.id, into: other.joined(with: draft.with { $0.codes = [] }))
    #expect(await vault.held(code) == "Other")
    try await vault.save([Card.sample("By hand", id: 2)])
    #expect(await vault.held(code) == "By hand")
  }

  @Test
  func `a code is found through a removed card, but not through an undone import`()
    async throws
  {
    let vault = try Vault.create(at: folder.locations())
    let draft = try await draft("IMG 1", in: vault)
    try await vault.save([draft])
    _ = try await vault.undo()
    #expect(await vault.known(code) == nil)
    try await vault.save([draft])
    try await vault.remove([draft.id])
    #expect(await vault.removed(code) == draft.id)
    let byHand = Card.sample("By hand", number: "4006381333931", id: 1)
    try await vault.save([byHand])
    try await vault.remove([byHand.id])
    #expect(await vault.removed(byHand.codes[0]) == byHand.id)
    _ = try await vault.changeKey()
    let finished = try Vault.open(at: folder.locations())
    #expect(await finished.removed(code) == draft.id)
    #expect(await finished.removed(byHand.codes[0]) == byHand.id)
  }
}

extension Vault {
  /// The name of the card that has a code.
  fileprivate func held(_ code: Barcode) -> String? {
    if case .held(let card) = known(code) { card.name } else { nil }
  }

  /// The id of the removed card through which a code is found.
  fileprivate func removed(_ code: Barcode) -> CardID? {
    if case .removed(let card) = known(code) { card.id } else { nil }
  }
}
