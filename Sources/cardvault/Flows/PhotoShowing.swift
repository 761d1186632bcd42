internal import Cards
internal import SystemPackage
internal import TerminalIO
internal import VaultStore
internal import Wallet

/// Writes a card's kept photos.
struct PhotoShowing {
  private let vault: Vault
  private let console: Console

  init(_ vault: Vault, _ console: Console) {
    self.vault = vault
    self.console = console
  }

  /// Writes a photo to a new file, or to standard output.
  ///
  /// - Parameters:
  ///   - side: which one; a card without a front has another one shown.
  ///   - card: whose.
  ///   - output: the file; `nil` or `-` for standard output.
  /// - Throws: `Failure` if there is none, or if it would go to a terminal.
  func write(_ side: CardPhoto.Side, of card: Card, to output: String?) async throws {
    let photo =
      card.photos.first { $0.side == side } ?? (side == .front ? card.photos.first : nil)
    guard let photo else {
      throw Failure(
        "“\(card.name.printable)” has no photo of its \(side.name)",
        because: "photos are kept only on request",
        try: "cardvault edit \(card.shortID) --photo\(side == .back ? "-back" : "") FILE",
        status: .nothingFound)
    }
    guard let file = try await vault.file(of: photo) else {
      throw Failure(
        "the photo cannot be shown", because: "its file is missing or damaged",
        try: "cardvault sync, or cardvault verify", status: .damaged)
    }
    let output = output == "-" ? nil : output
    guard let output else {
      if Terminal.isTerminal(.standardOutput) {
        throw Failure.usage(
          "a photo cannot be shown in a terminal", because: "it is not text",
          try: "--output photo.\(file.mediaType == "image/webp" ? "webp" : "jpg")")
      }
      console.result(file: file.bytes)
      return
    }
    try NewFile.write(file.bytes, to: output)
    console.remark("Written: \(output)")
  }
}
