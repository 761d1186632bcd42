internal import Cards
internal import ReaderLink
internal import Sealing
internal import VaultFormat
package import VaultStore
internal import WalletFiles

/// Imports other wallets' files: all are compared with the vault, shown together, and stored in one change.
package struct ForeignBatch: Sendable {
  private let vault: Vault
  private let request: ImportRequest
  /// What was done, file by file, and before that what could not be read.
  package private(set) var outcome = ImportOutcome()
  /// How many files in folders turned out to be no wallet's.
  package private(set) var skippedCount = 0
  /// Whether any file was another wallet's.
  package private(set) var hasFound = false
  /// Whether a person saw what the import would do, and did not want it; then nothing at all is imported.
  package private(set) var isDeclined = false
  /// The archives of photos among the files; none if the person declined.
  package private(set) var photoArchives: [PhotoArchive] = []

  /// What an import asks and reports while it runs.
  package struct Callbacks {
    let password: (String, Bool) throws -> String?
    let choice: ([ImportOutcome], Int) -> ForeignChoice?
    let tell: (ImportItem) -> Void
    let onMissing: ([String]) -> Void
    /// How the meaning of a table's columns is found out.
    package var columns = ColumnChoice()

    /// Collects them.
    ///
    /// - Parameters:
    ///   - password: Asks for the password of an archive: it gets the file's path as typed, and whether the last
    ///     password was wrong; `nil` for no password, or no other one.
    ///   - choice: What to store of what the import would do, file by file, in addition to this many pictures; `nil` for
    ///     nothing.
    ///   - tell: Reports an item that deserves it.
    ///   - onMissing: Called with the names of the protections that this kernel lacks.
    package init(
      password: @escaping (String, Bool) throws -> String?,
      choice: @escaping ([ImportOutcome], Int) -> ForeignChoice?,
      tell: @escaping (ImportItem) -> Void,
      onMissing: @escaping ([String]) -> Void
    ) {
      self.password = password
      self.choice = choice
      self.tell = tell
      self.onMissing = onMissing
    }
  }

  /// Begins an import.
  package init(into vault: Vault, _ request: ImportRequest) {
    self.vault = vault
    self.request = request
  }

  /// Imports the files that are other wallets'.
  ///
  /// - Parameters:
  ///   - files: Files that a person chose.
  ///   - others: Files in folders that may be other wallets'.
  ///   - callbacks: Called for questions and reports.
  /// - Returns: The others of the chosen files, which are probably pictures; none if the person declined.
  /// - Throws: `ForeignRefusal`, `ReaderLinkError`, `WalletError`, and what `password` throws; then nothing was
  ///   imported.
  package mutating func take(
    _ files: [PictureSelection.Picture],
    inFolders others: [(file: PictureSelection.Picture, contents: PictureSelection.Other)] = [],
    _ callbacks: Callbacks
  ) async throws -> [PictureSelection.Picture] {
    ProcessMemory.returnEarly()
    var reader = ForeignReader(callbacks, TableReader(callbacks, await vault.rememberedColumns))
    if request.isForPhotos, let other = files.first(where: { reader.isForeign($0.source) }) {
      throw ForeignRefusal.photoOptions(fileName: other.name)
    }
    var pictures: [PictureSelection.Picture] = []
    var found: [ForeignContents] = []
    let count = WorkMeter.begin(
      .opening, count: files.count + (request.isForPhotos ? 0 : others.count))
    defer { count.end() }
    for file in files {
      defer { count.advance() }
      switch try await read(file, &reader, isAlone: files.count == 1 && others.isEmpty) {
      case .file(let file): found.append(file)
      case .other: pictures.append(file)
      case .reported: break
      }
    }
    if request.isForPhotos { skippedCount += others.count }
    for (file, contents) in request.isForPhotos ? [] : others {
      defer { count.advance() }
      switch try await read(file, &reader, inFolder: contents, isAlone: false) {
      case .file(let file): found.append(file)
      // One that cannot be opened is reported as a picture is.
      case .other where (try? file.source.beginning(1)) == nil: pictures.append(file)
      case .other: skippedCount += 1
      case .reported: break
      }
    }
    count.end()
    // A file that is missing, empty or damaged is reported as that.
    if callbacks.columns.written != nil, !reader.tables.hasTable, outcome.items.isEmpty,
      found.allSatisfy(\.skipped.isEmpty),
      pictures.allSatisfy({ (try? $0.source.beginning(1))?.isEmpty == false })
    {
      throw ForeignRefusal.needlessColumns
    }
    let photoCount = pictures.count + photoArchives.reduce(0) { $0 + $1.names.count }
    if try await store(&found, callbacks, alongside: photoCount) { return pictures }
    photoArchives = []
    return []
  }

  /// What one file turned out to be.
  private enum Found {
    case file(ForeignContents)
    /// Not a wallet's file.
    case other
    /// It was not imported, and this was reported.
    case reported
  }

  private mutating func read(
    _ file: PictureSelection.Picture, _ reader: inout ForeignReader,
    inFolder other: PictureSelection.Other? = nil, isAlone: Bool
  ) async throws -> Found {
    do {
      switch try await reader.found(in: file.source, named: file.name, inFolder: other) {
      case nil: return .other
      case .cards(var found, let photos):
        if let photos { photoArchives.append(photos) }
        found.keepsPhotos = request.keepsPhotos
        found.takesNames = request.takesNames
        // It has as many bytes as the cards.
        found.table = nil
        hasFound = true
        return .file(found)
      case .photos(let archive, let skipped):
        photoArchives.append(archive)
        for item in skipped { reader.callbacks.tell(item) }
        outcome.items += skipped
        hasFound = true
      }
    } catch is TableReader.Declined {
      hasFound = true
    } catch let problem as ForeignProblem {
      // A folder may hold any archive.
      if other != nil, problem == ForeignFile.noWallet { return .other }
      leaveOut(file.name, .file(problem), reader)
    } catch let refusal as ForeignRefusal where !isAlone {
      leaveOut(file.name, .unanswered(refusal), reader)
    }
    return .reported
  }

  private mutating func leaveOut(
    _ fileName: String, _ reason: ImportItem.Reason, _ reader: ForeignReader
  ) {
    hasFound = true
    let item = ImportItem(reason, of: fileName)
    reader.callbacks.tell(item)
    outcome.items.append(item)
  }

  /// Shows what was read, and stores it in one change if the person wants it, which is returned.
  private mutating func store(
    _ found: inout [ForeignContents], _ callbacks: Callbacks, alongside pictureCount: Int
  ) async throws -> Bool {
    guard !found.isEmpty else { return true }
    // A person may have been asked about columns or a password.
    try await WalletError.wrapping { () throws(VaultError) in try await vault.refresh() }
    var files = await ForeignImport(of: found, into: vault)
    let shown = await vault.showingCount
    guard let choice = choice(of: files.outcomes, callbacks, alongside: pictureCount) else {
      isDeclined = true
      return false
    }
    // The person may have taken their time: all is compared with what is there now, but no name is taken for another one
    // than they saw.
    let renamed = choice.takesNames ? files.outcomes.flatMap(\.items).filter(\.isRenamedThere) : []
    try await vault.checkSeen(renamed.compactMap(\.outcome.savedCard?.id))
    let isWhole = !choice.takesNames && choice.without.allSatisfy(\.isEmpty)
    let isAsShown = await vault.showingCount == shown
    if !isWhole || !isAsShown {
      choice.apply(to: &found)
      files = await ForeignImport(of: found, into: vault)
    }
    // Storing takes the most memory: what the files said, and what it was compared with, is gone by then.
    found = []
    try await files.store(setting: request.fields, onMissing: callbacks.onMissing)
    let done = ImportOutcome(files.outcomes)
    for item in done.items { if case .photoNotKept = item.reason { callbacks.tell(item) } }
    outcome = ImportOutcome([outcome, done])
    return true
  }

  private func choice(
    of plan: [ImportOutcome], _ callbacks: Callbacks, alongside pictureCount: Int
  ) -> ForeignChoice? {
    for item in plan.flatMap(\.items) where item.deservesMention { callbacks.tell(item) }
    return plan.contains(where: \.isOpen) ? callbacks.choice(plan, pictureCount) : ForeignChoice()
  }
}

/// What a person wants of what an import of other wallets' files would do; by default, all of it.
package struct ForeignChoice: Sendable, Hashable {
  /// The cards to leave out, by their indices among the items of each file.
  package var without: [Set<Int>] = []
  /// Whether cards that are here already take the names that changed in the files.
  package var takesNames = false

  /// Wants all new cards, and no new names.
  package init() {}

  fileprivate func apply(to files: inout [ForeignContents]) {
    for index in files.indices {
      if without.indices.contains(index) { files[index].without = without[index] }
      if takesNames { files[index].takesNames = true }
    }
  }
}
