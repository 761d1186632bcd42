internal import Cards
package import Drawing
package import ReaderLink

/// Cards that were drawn to take along, for scripts.
package struct CarryingReport: Encodable, Sendable {
  /// A card, or one of its codes, that was not drawn.
  struct LeftOut: Encodable, Sendable {
    let because: String
    let id: String
    let name: String

    init(_ code: UndrawnCode) {
      because = code.because
      id = code.card.id.description
      name = code.card.name
    }
  }

  /// How many drawings there are.
  let cards: Int
  /// The files that were written.
  let files: [String]
  let leftOut: [LeftOut]
  /// How many pages; absent for pictures.
  let pages: Int?

  package init(cards: Int, files: [String], leftOut: [UndrawnCode], pages: Int? = nil) {
    self.cards = cards
    self.files = files
    self.leftOut = leftOut.map { LeftOut($0) }
    self.pages = pages
  }
}

/// Cards that were drawn to carry along, in words.
package enum CarryingWords {
  /// For example `12 cards on 2 pages`.
  package static func pages(cardCount: Int, pageCount: Int) -> String {
    "\(cardCount) \(cardCount == 1 ? "card" : "cards") on "
      + "\(pageCount) \(pageCount == 1 ? "page" : "pages")"
  }

  /// What anyone who gets such a file can do with it.
  package static let notSealed =
    "Not sealed: anyone who gets a copy can use the cards. No PINs are included."
}

extension PictureRenderer {
  /// Renders wallet cards to one PDF.
  ///
  /// - Parameters:
  ///   - sheet: The cards; at least one.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: The PDF.
  /// - Throws: `WalletError.tooManyCards`, and `ReaderLinkError`.
  package func render(
    _ sheet: WalletSheet, onMissing: ([String]) -> Void = { _ in }
  ) async throws -> [UInt8] {
    let document = Array(sheet.document.utf8)
    guard document.count <= Self.maxSVGByteCount else { throw WalletError.tooManyCards }
    return try await render(document, as: .pdf, onMissing: onMissing)
  }
}
