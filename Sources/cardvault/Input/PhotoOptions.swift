package import ArgumentParser
package import Cards
package import Terminal
package import VaultStore
internal import Wallet

/// The options that keep photos of a card, shared by `add` and `edit`.
package struct PhotoOptions: ParsableArguments {
  /// Makes the options without values; the parser fills them in.
  package init() {}

  @Option(
    help: .init("Keep a photo of the front, replacing an earlier one.", valueName: "file"),
    completion: .file())
  package var photo: String?

  @Option(
    help: .init("Keep a photo of the back, replacing an earlier one.", valueName: "file"),
    completion: .file())
  package var photoBack: String?

  /// How many photos were named.
  package var count: Int { [photo, photoBack].compactMap(\.self).count }

  /// Puts the named photos into the vault, for a card to be saved with.
  package func apply(to card: inout Card, in vault: Vault, _ console: Console) async throws {
    // All are read before the first is stored: a mistake leaves nothing behind.
    var pictures: [(picture: KeptPicture, side: CardPhoto.Side)] = []
    for (file, side) in [(photo, CardPhoto.Side.front), (photoBack, .back)] {
      guard let file else { continue }
      do {
        let picture = try await KeptPicture.made(
          of: FileArguments.source(file), onMissing: MissingProtections(console).tell)
        pictures.append((picture, side))
      } catch WalletError.photo(let problem) {
        throw Failure(problem, on: file.isEmpty ? "“”" : file.printable)
      }
    }
    for (picture, side) in pictures {
      card.setPhoto(try await vault.store(PhotoFile(picture), showing: side))
    }
  }
}
