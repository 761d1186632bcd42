internal import Cards
internal import VaultFormat
package import VaultStore
package import WalletFiles

/// Another wallet's file that was read, and what a person wants of it.
package struct ForeignContents: Sendable, Hashable {
  /// A table, and what its columns mean.
  package struct Table: Sendable, Hashable {
    /// The table.
    package let rows: GenericTable
    /// What its columns mean.
    package let columns: TableColumns
  }

  /// The file's path as typed; empty for one without.
  package let path: String
  /// The cards.
  package internal(set) var reading: ForeignReading
  /// The archive with their photos; `nil` for a text, which has them itself, or if none are wanted.
  package var archive: ForeignArchive?
  /// The files in its archive that were skipped.
  package var skipped: [ImportItem] = []
  /// The table that they were read from, if a person had to say what its columns mean.
  package var table: Table?
  /// What a person just confirmed about its columns, to be remembered once its cards are stored.
  package internal(set) var confirmed: [RememberedColumns] = []
  /// Whether a person asked for all photos; otherwise only fronts and backs of cards are kept.
  package var keepsPhotos = false
  /// Whether cards that are here already take the names that changed in the file.
  package var takesNames = false
  /// The cards that a person leaves out, by index among the items.
  package var without: Set<Int> = []

  /// Takes what a file holds.
  package init(_ reading: ForeignReading, of path: String = "", from archive: ForeignArchive? = nil)
  {
    self.path = path
    self.reading = reading
    self.archive = archive
  }
}

/// An import of other wallets' files: what it would do, until it is stored in one change.
///
/// Each file is compared with the vault, and with the files before it.
package struct ForeignImport: Sendable {
  /// What it would do, and once it is stored what it did, file by file.
  package private(set) var outcomes: [ImportOutcome] = []
  private let vault: Vault
  private let archives: [ForeignArchive?]
  private let confirmed: [RememberedColumns]

  /// Compares files with a vault; nothing is stored.
  package init(of files: [ForeignContents], into vault: Vault) async {
    self.vault = vault
    archives = files.map(\.archive)
    confirmed = files.flatMap(\.confirmed)
    var matching = await ForeignMatching(with: vault)
    for file in files {
      var outcome = ImportOutcome()
      outcome.isStored = false
      outcome.wallets = [file.reading.source]
      outcome.guessedCharsets[file.reading.source] = file.reading.guessedCharset
      outcome.columnsLeftOut = file.reading.columnsLeftOut
      outcome.items = await matching.items(of: file) + file.skipped
      outcomes.append(outcome)
    }
  }

  /// Stores the cards and their photos, in one change that can be undone.
  ///
  /// - Parameters:
  ///   - fields: Fields to set on the new cards: what is here already keeps what it has.
  ///   - onMissing: Called with the names of the protections that this kernel lacks.
  ///   - progress: Called with how many photos are done, and how many there are, and once before anything is saved;
  ///     what it throws stops the import.
  /// - Throws: `ReaderLinkError`, `WalletError`, and what `progress` throws; then none of the cards was saved.
  package mutating func store(
    setting fields: TypedFields = TypedFields(), onMissing: ([String]) -> Void = { _ in },
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) async throws {
    var cards = ImportOutcome(outcomes).savedCards
    let new = Set(outcomes.flatMap(\.added).map(\.id))
    for index in cards.indices where new.contains(cards[index].id) {
      try fields.apply(to: &cards[index])
    }
    var photos = ForeignPhotos(of: outcomes, into: vault)
    defer { photos.work.end() }
    var unkept: [[ImportItem]] = []
    for index in outcomes.indices {
      let count = photos.count
      unkept.append(
        try await photos.store(
          of: outcomes[index], from: archives[index], onMissing: onMissing, progress: progress))
      outcomes[index].keptPhotoCount = photos.count - count
    }
    photos.work.end()
    // Of a file without photos nobody was asked yet whether to go on.
    try progress(photos.done, photos.total)
    // From here on, only what is reported about each card afterwards is kept.
    for index in outcomes.indices { outcomes[index].keepKnown(without: photos) }
    let saved = Set(outcomes.flatMap { $0.items.compactMap(\.outcome.savedCard?.id) })
    for index in outcomes.indices { outcomes[index].items = outcomes[index].items.map(\.outline) }
    cards.removeAll { !saved.contains($0.id) }
    photos.add(to: &cards)
    try await WalletError.wrapping { () throws(VaultError) in
      let saved = cards
      cards = []
      try await vault.save(consume saved)
    }
    for (index, items) in unkept.enumerated() {
      outcomes[index].items += items
      outcomes[index].isStored = true
    }
    // If this fails, a person is asked again next time.
    for columns in confirmed { try? await vault.remember(columns) }
  }
}

extension ImportOutcome {
  /// Leaves cards as they are that would gain only photos, if none of these were kept.
  fileprivate mutating func keepKnown(without photos: ForeignPhotos) {
    for index in items.indices {
      guard case .changed(let card, let gained) = items[index].outcome,
        gained == [ForeignMatching.photosGained], !photos.isKept(for: card.id)
      else { continue }
      items[index].outcome = .known(card)
    }
  }
}
