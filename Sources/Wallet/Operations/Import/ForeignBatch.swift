package import Cards
package import ReaderLink
internal import Sealing
internal import VaultFormat
package import VaultStore
internal import WalletFiles

/// Imports other wallets' files: all are compared with the vault, shown together, and stored in one change.
package struct ForeignBatch: Sendable {
  private let vault: Vault
  private let isForPhotos: Bool
  private let keepsPhotos: Bool
  private let fields: TypedFields
  /// What was stored, file by file.
  package private(set) var stored: [ForeignImport] = []
  /// What was not imported, in the order in which it was reported.
  package private(set) var problems: [FileProblem] = []
  /// How many photos were kept.
  package private(set) var keptPhotoCount = 0
  /// How many files in folders turned out to be no wallet's.
  package private(set) var skippedCount = 0
  /// Whether any file was another wallet's.
  package private(set) var hasFound = false
  /// Whether a person saw what the import would do, and did not want it; then nothing at all is imported.
  package private(set) var isDeclined = false

  /// Something that was not imported.
  package struct FileProblem: Sendable, Hashable {
    /// The path of its file as typed.
    package let fileName: String
    /// What happened.
    package let event: Event
  }

  /// How many files, and cards in them, were not imported.
  var problemCount: Int {
    problems.count { problem in
      switch problem.event {
      case .problem, .refused, .card: true
      // Nobody misses what is a duplicate, or was made to do harm.
      case .skipped(_, let member): member.reason == .damaged
      case .photoNotKept, .rememberedColumns: false
      }
    }
  }

  /// How many photos could not be kept.
  var unkeptPhotoCount: Int {
    problems.count { if case .photoNotKept = $0.event { true } else { false } }
  }

  /// Whether a wrong or missing password is all that went wrong, and nothing was imported.
  package var isLocked: Bool {
    stored.isEmpty && !problems.isEmpty
      && problems.allSatisfy { problem in
        switch problem.event {
        case .problem(_, .wrongPassword), .problem(_, .locked), .skipped: true
        default: false
        }
      }
  }

  /// The stored cards that a person must look at, in the order of the files.
  package var drafts: [CardID] { stored.cardsToSave.filter(\.isDraft).map(\.id) }

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - vault: Where the cards go.
  ///   - isForPhotos: Whether a person gave options that apply to photos only, so that other files are refused.
  ///   - keepsPhotos: Whether a person asked for all photos; otherwise only fronts and backs of cards are kept.
  ///   - fields: Fields to set on the new cards.
  package init(
    into vault: Vault, forPhotos isForPhotos: Bool = false, keepsPhotos: Bool = false,
    fields: TypedFields = TypedFields()
  ) {
    self.vault = vault
    self.isForPhotos = isForPhotos
    self.keepsPhotos = keepsPhotos
    self.fields = fields
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
    _ files: [(name: String, source: PictureSource)],
    inFolders others: [(name: String, source: PictureSource)] = [], _ callbacks: Callbacks
  ) async throws -> [(name: String, source: PictureSource)] {
    ProcessMemory.returnEarly()
    var callbacks = callbacks
    var hasTable = false
    callbacks.columns.onUse = { _, _ in hasTable = true }
    var reader = ForeignReader(callbacks, TableReader(callbacks, await vault.rememberedColumns))
    if isForPhotos, let other = files.first(where: { reader.isForeign($0.source) }) {
      throw ForeignRefusal.photoOptions(fileName: other.name)
    }
    var pictures: [PictureSelection.Picture] = []
    var found: [ReadFile] = []
    let count = WorkMeter.begin(
      .opening, count: files.count + (isForPhotos ? 0 : others.count))
    defer { count.end() }
    for file in files {
      defer { count.advance() }
      switch try await read(file, &reader, isAlone: files.count == 1 && others.isEmpty) {
      case .file(let file): found.append(file)
      case .other: pictures.append(file)
      case .reported: break
      }
    }
    if isForPhotos { skippedCount += others.count }
    for file in isForPhotos ? [] : others {
      defer { count.advance() }
      switch try await read(file, &reader, isInFolder: true, isAlone: false) {
      case .file(let file): found.append(file)
      // One that cannot be opened is reported as a picture is.
      case .other where (try? file.source.beginning(1)) == nil: pictures.append(file)
      case .other: skippedCount += 1
      case .reported: break
      }
    }
    count.end()
    // A file that is missing, empty or damaged is reported as that.
    if callbacks.columns.written != nil, !hasTable, problems.isEmpty,
      pictures.allSatisfy({ (try? $0.source.beginning(1))?.isEmpty == false })
    {
      throw ForeignRefusal.needlessColumns
    }
    return try await store(&found, reader, besides: pictures.count) ? pictures : []
  }

  /// A file that was read.
  private struct ReadFile {
    let name: String
    let reading: ForeignReading
    /// The archive with the photos; `nil` for a text.
    let archive: ForeignArchive?
  }

  /// What one file turned out to be.
  private enum Found {
    case file(ReadFile)
    /// Not a wallet's file.
    case other
    /// It was not imported, and this was reported.
    case reported
  }

  private mutating func read(
    _ file: PictureSelection.Picture, _ reader: inout ForeignReader, isInFolder: Bool = false,
    isAlone: Bool
  ) async throws -> Found {
    defer {
      problems += reader.skipped.map {
        FileProblem(fileName: file.name, event: .skipped(fileName: file.name, $0))
      }
      reader.skipped = []
    }
    do {
      let found = try await reader.reading(
        of: file.source, named: file.name, isInFolder: isInFolder)
      guard let found else { return .other }
      hasFound = true
      return .file(ReadFile(name: file.name, reading: found.reading, archive: found.archive))
    } catch is TableReader.Declined {
      hasFound = true
      return .reported
    } catch let problem as ForeignProblem {
      // A folder may hold any archive.
      if isInFolder, problem == ForeignFile.noWallet { return .other }
      hasFound = true
      note(.problem(fileName: file.name, problem), of: file.name, reader)
      return .reported
    } catch let refusal as ForeignRefusal where !isAlone {
      hasFound = true
      note(.refused(fileName: file.name, refusal), of: file.name, reader)
      return .reported
    }
  }

  /// What an import of the files would do.
  private func plans(for found: [ReadFile]) async -> [ForeignImport] {
    var matching = await ForeignMatching(with: vault)
    var plans: [ForeignImport] = []
    for file in found {
      let entries = await matching.entries(
        of: file.reading, keeping: keepsPhotos ? .all : .ofCards)
      plans.append(ForeignImport(file.reading, named: file.name, entries))
    }
    return plans
  }

  /// Shows what was read, and stores it in one change if the person wants it, which is returned.
  private mutating func store(
    _ found: inout [ReadFile], _ reader: ForeignReader, besides pictureCount: Int
  ) async throws -> Bool {
    guard !found.isEmpty else { return true }
    var plans = await plans(for: found)
    let archives = found.map(\.archive)
    // Storing takes the most memory: what the files said, and what it was compared with, is gone by then.
    found = []
    for plan in plans {
      for entry in plan.entries where entry.deservesMention {
        note(.card(fileName: plan.fileName, entry), of: plan.fileName, reader)
      }
    }
    var cards = plans.cardsToSave
    guard cards.isEmpty || reader.callbacks.isWanted(plans, pictureCount) else {
      isDeclined = true
      return false
    }
    // What is here already keeps what it has.
    let new = plans.newCards
    for index in cards.indices where new.contains(cards[index].id) {
      try fields.apply(to: &cards[index])
    }
    var photos = ForeignPhotos(of: plans, into: vault)
    defer { photos.work.end() }
    var unkept: [(card: Card, side: CardPhoto.Side, problem: PhotoProblem, fileName: String)] = []
    for (plan, archive) in zip(plans, archives) {
      try await photos.store(of: plan, from: archive, reader.callbacks) {
        card, side, problem in
        unkept.append((card, side, problem, plan.fileName))
      }
    }
    photos.work.end()
    plans.add(photos, to: &cards)
    // From here on, only what is reported about each card afterwards is kept.
    plans = plans.map(\.outline)
    try await WalletError.wrapping { () throws(VaultError) in
      let saved = cards
      cards = []
      try await vault.save(consume saved)
    }
    for each in unkept {
      note(.photoNotKept(each.card, each.side, each.problem), of: each.fileName, reader)
    }
    await vault.remember(reader.tables.confirmed)
    keptPhotoCount = photos.count
    stored = plans
    return true
  }

  private mutating func note(_ event: Event, of fileName: String, _ reader: ForeignReader) {
    reader.callbacks.tell(event)
    if event.isProblem { problems.append(FileProblem(fileName: fileName, event: event)) }
  }
}

extension ForeignBatch {
  /// What was stored, wallet by wallet, and how many photos were kept.
  package var words: String {
    ForeignImport.words(of: stored, isStored: true) + ForeignImport.kept(keptPhotoCount)
  }

  /// What was not imported; `nil` when all is well.
  package var failure: Failure? {
    if isLocked {
      return Failure(
        "nothing was imported", because: "an archive's password is wrong, or none was given",
        try: "run the same command again on a terminal, or use --password-fd",
        status: .wrongKey)
    }
    if problemCount == 0, unkeptPhotoCount > 0 {
      return Failure(
        "photos not kept: \(unkeptPhotoCount)", because: "a message names the reason for each",
        try: "cardvault edit CARD --photo FILE", status: .partlyDone)
    }
    guard problemCount > 0 else { return nil }
    return Failure(
      "cards or files not imported: \(problemCount)",
      because: "a message names the reason for each",
      try: "export them again from the other wallet, or cardvault add --name NAME",
      status: isAllUnread ? .nothingFound : .partlyDone)
  }

  /// Whether no card was new, changed or known.
  private var isAllUnread: Bool { stored.allSatisfy { $0.entries.allSatisfy(\.isProblem) } }

  /// What was not imported, pictures included; it counts as done in part if other wallets' cards were stored.
  ///
  /// - Parameter pictures: What was not imported from pictures.
  /// - Returns: What to end with; `nil` when all is well.
  package func failure(besides pictures: Failure?) -> Failure? {
    guard let pictures else { return failure }
    if isAllUnread || pictures.status != .nothingFound { return pictures }
    return Failure(
      "not everything was imported", because: pictures.because, try: pictures.advice,
      status: .partlyDone)
  }
}
