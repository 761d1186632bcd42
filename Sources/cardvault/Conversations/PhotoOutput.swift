internal import Cards
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

/// Writes a card's kept photos.
struct PhotoOutput {
  enum Choice {
    case side(CardPhoto.Side)
    /// Its position among the card's photos, from 1.
    case number(Int)
  }

  private let vault: Vault
  private let console: Console

  init(_ vault: Vault, _ console: Console) {
    self.vault = vault
    self.console = console
  }

  /// Writes a photo to a new file, or to standard output for `nil` and `-`; of several with one side, the first.
  ///
  /// - Throws: `Failure` if there is none, or if it would go to a terminal.
  func write(_ choice: Choice, of card: Card, to output: String?) async throws {
    let photo = try photo(choice, of: card)
    guard let file = try await vault.file(of: photo) else {
      throw Failure(
        "the photo cannot be shown", because: "its file is missing or damaged",
        try: .run("sync", "TARGET", "--check", note: "with a copy that has it").or(.run("verify")),
        status: .damaged)
    }
    let others = card.photos.count { $0.side == photo.side } - 1
    if case .side = choice, others > 0 {
      console.remark(
        "The card has \(card.photos.count) photos: --photo-number 1 to \(card.photos.count).")
    }
    let output = output == "-" ? nil : output
    guard let output else {
      if TTY.isTerminal(.standardOutput) {
        throw Failure.usage(
          "a photo cannot be shown in a terminal", because: "it is not text",
          try: .use(
            "--output", .text("photo.\(file.mediaType == "image/webp" ? "webp" : "jpg")")))
      }
      console.result(file: file.bytes)
      return
    }
    try NewFile.write(file.bytes, to: output)
    console.remark("Written: \(output)")
  }

  private func photo(_ choice: Choice, of card: Card) throws -> CardPhoto {
    let name = card.name.printable
    switch choice {
    case .number(let number):
      try Self.check(number, of: card)
      return card.photos[number - 1]
    case .side(let side):
      if let photo = card.photos.first(where: { $0.side == side }) { return photo }
      let has = card.photos.map(\.side.name).joined(separator: ", ")
      throw Failure(
        "“\(name)” has no photo of its \(side.name)",
        because: has.isEmpty ? "photos are kept only on request" : "its photos show: \(has)",
        try: has.isEmpty
          ? .run("edit", .card(card), side == .back ? "--photo-back" : "--photo", "FILE")
          : .use("--photo-number", "1"),
        status: .nothingFound)
    }
  }

  /// Checks that a card has a photo with this number.
  static func check(_ number: Int, of card: Card) throws(Failure) {
    if number > 0, card.photos.indices.contains(number - 1) { return }
    let count = card.photos.count
    throw Failure(
      "“\(card.name.printable)” has no photo \(number)",
      because: "it has \(count == 0 ? "no" : "\(count)") \(count == 1 ? "photo" : "photos")",
      try: count > 0
        ? "use a number from 1 to \(count)" : .run("edit", .card(card), "--photo", "FILE"),
      status: .nothingFound)
  }
}
