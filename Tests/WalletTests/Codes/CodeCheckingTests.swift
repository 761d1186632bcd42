import Cards
import Drawing
import Testing
import VaultStore
import Wallet

/// A code typed for a card must be new, and possible to show.
@Suite struct CodeCheckingTests {
  private let folder: WalletFolder

  init() throws { folder = try WalletFolder() }

  @Test func `a code that no scanner could read is refused`() async {
    await #expect(throws: WalletError.undrawable(.wrongCheckDigit(.ean13))) {
      try await folder.vault.check(.ean13("5901234123458"))
    }
  }

  @Test func `another card's code is refused, naming that card`() async throws {
    let card = Card.sample("Grocer", "5901234123457")
    try await folder.vault.save([card])
    await #expect(throws: WalletError.codeTaken(cardName: "Grocer")) {
      try await folder.vault.check(.ean13("5901234123457"))
    }
    try await folder.vault.check(.ean13("5901234123457"), for: card.id)
  }
}
