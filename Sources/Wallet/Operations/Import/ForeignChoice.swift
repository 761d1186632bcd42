internal import Cards
internal import VaultFormat
package import VaultStore
package import WalletFiles

/// Other wallets' files of which a person chose cards: all of it comes into a vault in one change.
package struct ForeignChoice: Sendable {
  /// A file that was read, and what a person wants of it.
  package struct File: Sendable {
    let reading: ForeignReading
    let archive: ForeignArchive?
    let keepsPhotos: Bool
    let without: Set<Int>
    let confirmed: [RememberedColumns]

    /// Collects them.
    ///
    /// - Parameters:
    ///   - reading: What the file holds.
    ///   - archive: The archive that it is, with its photos; `nil` for a text, or without them.
    ///   - keepsPhotos: Whether a person asked for all photos; otherwise only fronts and backs of cards are kept.
    ///   - places: The cards that they leave out, by index among the entries of a `ForeignImport`.
    ///   - confirmed: What they said of a table's columns, which is remembered once the cards are stored.
    package init(
      _ reading: ForeignReading, from archive: ForeignArchive? = nil, keepsPhotos: Bool,
      without places: Set<Int>, remembering confirmed: [RememberedColumns] = []
    ) {
      self.reading = reading
      self.archive = archive
      self.keepsPhotos = keepsPhotos
      without = places
      self.confirmed = confirmed
    }
  }

  /// What was stored of a file.
  package struct Stored: Sendable {
    /// Its cards.
    package internal(set) var plan: ForeignImport
    /// The photos that could not be kept.
    package internal(set) var unkept: [ForeignBatch.Event] = []
  }

  /// What was stored, file by file.
  package private(set) var stored: [Stored] = []
  /// How many photos were kept.
  package private(set) var keptPhotoCount = 0

  /// Stores what a person chose, in one change that can be undone.
  ///
  /// Each file is compared with the vault as it is now, and with the files before it.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - vault: Where the cards go.
  ///   - progress: Called with how many photos are done, and how many there are, and once before anything is saved;
  ///     what it throws stops the import.
  /// - Throws: `ReaderLinkError`, `WalletError.vault`, and what `progress` throws; then none of the cards was saved.
  package init(
    of files: [File], into vault: Vault,
    progress: @escaping (Int, Int) throws -> Void = { _, _ in }
  ) async throws {
    var plans = await Self.plans(for: files, in: vault)
    stored = plans.map { Stored(plan: $0) }
    var cards = plans.cardsToSave
    if cards.isEmpty { return }
    // Everything was asked before.
    var callbacks = ForeignBatch.Callbacks(
      password: { _, _ in nil }, isWanted: { _, _ in true }, tell: { _ in }, onMissing: { _ in })
    callbacks.progress = progress
    var photos = ForeignPhotos(of: plans, into: vault)
    defer { photos.work.end() }
    for (index, plan) in plans.enumerated() {
      var unkept: [ForeignBatch.Event] = []
      try await photos.store(of: plan, from: files[index].archive, callbacks) {
        card, side, problem in
        unkept.append(.photoNotKept(card, side, problem))
      }
      stored[index].unkept = unkept
    }
    plans.add(photos, to: &cards)
    for (index, plan) in plans.enumerated() { stored[index].plan = plan }
    // Of a file without photos nobody was asked yet whether to go on.
    try progress(photos.done, photos.total)
    try await WalletError.wrapping { () throws(VaultError) in try await vault.save(cards) }
    await vault.remember(files.flatMap(\.confirmed))
    keptPhotoCount = photos.count
  }

  /// What storing the files would do.
  private static func plans(for files: [File], in vault: Vault) async -> [ForeignImport] {
    var matching = await ForeignMatching(with: vault)
    var plans: [ForeignImport] = []
    for file in files {
      let entries = await matching.entries(
        of: file.reading, keeping: file.keepsPhotos ? .all : .ofCards, without: file.without)
      plans.append(ForeignImport(file.reading, named: "", entries))
    }
    return plans
  }
}
