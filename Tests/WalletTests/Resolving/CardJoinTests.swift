import Cards
import Testing
import VaultStore
import Wallet

/// Two cards that are the same.
@Suite struct CardJoinTests {
  private let small = Balance(thousandths: 1_000, currency: "EUR")
  private let large = Balance(thousandths: 9_000, currency: "EUR")

  @Test func `a person chooses between different balances, which are never added up`() {
    let staying = Card.sample("A").with { $0.balance = small }
    let going = Card.sample("B").with { $0.balance = large }
    var join = CardJoin(going, into: staying)
    #expect(join.balances == [small, large] && join.joined.balance == small)
    join.keep(large)
    #expect(join.joined.balance == large && join.joined.name == "A")
  }

  @Test func `equal and single balances need no choice`() {
    let one = Card.sample("A").with { $0.balance = small }
    #expect(CardJoin(one, into: one).balances.isEmpty)
    let join = CardJoin(one, into: .sample("B"))
    #expect(join.balances.isEmpty && join.joined.balance == small)
  }

  @Test func `cards with one code are duplicates until they are joined`() async throws {
    let folder = try WalletFolder()
    let cards = [
      Card.sample("A", "5901234123457", "4006381333931"),
      .sample("B", "5901234123457", "4006381333931"), .sample("C", "9780143007234"),
    ]
    try await folder.vault.save(cards)
    #expect(await folder.vault.duplicates(of: cards[0].id).map(\.name) == ["B"])
    #expect(await folder.vault.duplicates(of: cards[2].id).isEmpty)
    let resolution = CardResolution(of: cards[0].id, in: folder.vault)
    #expect(await resolution.isNeeded)
    let (kept, other) = try #require(await resolution.pair(with: cards[1].id))
    let joined = try await resolution.join(CardJoin(other, into: kept))
    #expect(joined?.name == "A" && joined?.codes.count == 2)
    #expect(await resolution.pair(with: cards[1].id) == nil)
    #expect(await !resolution.isNeeded)
    #expect(await folder.vault.cardNames.count == 2)
  }
}
