internal import ArgumentParser
internal import Cards
internal import TerminalIO
internal import VaultStore
internal import Wallet

/// The options that keep photos of a card, shared by `add` and `edit`.
struct PhotoOptions: ParsableArguments {
  @Option(
    help: .init("Keep a photo of the front; it replaces the earlier one.", valueName: "file"),
    completion: .file())
  var photo: String?

  @Option(
    help: .init("Keep a photo of the back; it replaces the earlier one.", valueName: "file"),
    completion: .file())
  var photoBack: String?

  /// Whether no photo was named.
  var isEmpty: Bool { photo == nil && photoBack == nil }

  /// Puts the named photos into the vault, for a card to be saved with.
  func apply(to card: inout Card, in vault: Vault, _ console: Console) async throws {
    for (file, side) in [(photo, CardPhoto.Side.front), (photoBack, .back)] {
      guard let file else { continue }
      do {
        card.setPhoto(
          try await vault.keepPhoto(
            from: FileArguments.source(file), showing: side,
            onMissing: MissingProtections(console).tell))
      } catch WalletError.photo(let problem) {
        throw Failure(problem, on: file.printable)
      }
    }
  }
}
