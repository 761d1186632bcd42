import VaultStore
import Wallet

extension ForeignImport {
  /// Saves its cards, without photos.
  func store(in vault: Vault) async throws {
    let cards = cardsToSave
    if !cards.isEmpty { try await vault.save(cards) }
  }
}
