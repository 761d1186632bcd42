internal import Cards
internal import VaultStore
internal import Wallet
internal import WalletFiles

/// Imports other wallets' files: a preview first, then what a person chose, in one change.
struct ForeignRoutes: Sendable {
  private let holder: VaultHolder
  private let previews: ForeignPreviews
  private let progress = ImportProgress()

  init(holder: VaultHolder, previews: ForeignPreviews) {
    self.holder = holder
    self.previews = previews
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.save("import-chosen", says: .unsure, take)
    calls.post("import-forget", forget)
    calls.get("import-progress", tell)
    calls.post("import-stop", stop)
  }

  /// The answer to an upload that is another wallet's file; nothing is stored.
  ///
  /// - Throws: `FieldRefusal` if it is too large, and as `VaultHolder.vault`.
  func preview(
    _ file: ForeignContents, named name: String, for call: Call
  ) async throws -> Answer {
    var file = file
    file.keepsPhotos = call["X-Keep-Photo"] == "1"
    let kept = ForeignPreviews.File(file)
    guard ForeignPreviews.takes(kept) else { throw Self.tooLarge(name) }
    let plan = await ForeignImport(of: [file], into: try await holder.vault())
    var answer = ImportAnswer(ImportOutcome(plan.outcomes))
    if answer.outcome.isOpen { answer.id = previews.keep(kept, for: call.token) }
    answer.columns = file.table.map { ColumnPreview($0.rows, as: $0.columns) }
    do throws(WebError) {
      try holder.checkNotLocked(since: call.lockings)
    } catch {
      // It was locked meanwhile: nothing of it stays in memory.
      previews.drop([answer.id].compactMap(\.self), of: call.token)
      throw error
    }
    return .json(answer)
  }

  private struct Choosing: Decodable {
    struct File: Decodable {
      let id: String
      /// The indices of the items that are left out, from 0.
      var without: [Int]?
      /// Whether cards take the names that changed in the file.
      var takesNames: Bool?
    }

    let files: [File]
  }

  private struct Stored: Encodable, Sendable {
    let words: String
    /// In the order in which the page named them.
    let files: [ImportAnswer]
  }

  /// `import-chosen`: stores what a person chose of some files, all of it or nothing.
  func take(_ call: Call) async throws -> Answer {
    let files = try call.json(Choosing.self).files
    let ids = files.map(\.id)
    guard !files.isEmpty, Set(ids).count == files.count, files.count <= ForeignPreviews.maxFiles
    else { throw DecodingError.malformed("no files, or one of them twice") }
    let token = call.token
    let chosen = files.compactMap { file in
      previews.file(file.id, of: token).map { kept in
        var chosen = kept.contents
        chosen.without = Set(file.without ?? [])
        chosen.takesNames = file.takesNames ?? false
        return chosen
      }
    }
    guard chosen.count == files.count else { throw Self.gone }
    let vault = try await holder.vault()
    progress.begin(token)
    defer { progress.end(token) }
    await vault.beginCommand()
    do {
      // Each is compared with the vault as it is now.
      var files = await ForeignImport(of: chosen, into: vault)
      try await files.store(progress: { try note($0, of: $1, for: call) })
      previews.drop(ids, of: token)
      return .json(
        Stored(
          words: ImportOutcome(files.outcomes).words,
          files: files.outcomes.map { ImportAnswer($0) }
        ))
    } catch is ImportProgress.Stopped {
      // The files stay, so that the person can choose again.
      return .json(["stopped": true])
    }
  }

  /// Notes an import's progress, unless it has to stop because a person stopped it or the vault was locked.
  ///
  /// - Parameters:
  ///   - done: How many of its photos were read.
  ///   - total: How many there are.
  ///   - call: The call that imports.
  /// - Throws: `WebError.locked` and `ImportProgress.Stopped`.
  func note(_ done: Int, of total: Int, for call: Call) throws {
    try holder.checkNotLocked(since: call.lockings)
    try progress.note(done, of: total, for: call.token)
  }

  /// `import-progress`: the progress of the tab's import.
  func tell(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    return .json(progress.count(for: call.token))
  }

  /// `import-stop`: stops the tab's import; nothing of it is saved then.
  func stop(_ call: Call) async throws -> Answer {
    try holder.checkOpen()
    progress.stop(call.token)
    return .done
  }

  private struct Forgetting: Decodable { let ids: [String] }

  /// `import-forget`: drops files that a person rejected.
  func forget(_ call: Call) async throws -> Answer {
    let ids = try call.json(Forgetting.self).ids
    guard ids.count <= ForeignPreviews.maxFiles else {
      throw DecodingError.malformed("too many files")
    }
    previews.drop(ids, of: call.token)
    return .done
  }

  private static let gone = WebError.gone(
    "nothing was imported: this list is older than half an hour, or newer files needed its room. "
      + "Choose Try again to read the file once more")

  private static func tooLarge(_ name: String) -> FieldRefusal {
    FieldRefusal(
      field: "file",
      cause: Failure(
        "“\(name.printable)” was not imported",
        because: "a page imports at most \(ForeignPreviews.maxCards) cards, and "
          + "\(ForeignPreviews.maxByteCount >> 20) MB with their photos",
        try: .run("import", "FILE"), status: .usage))
  }
}
