internal import Cards
internal import ReaderLink
internal import VaultStore
internal import Wallet
internal import WalletFiles

/// Imports uploaded files, one per call: a picture's codes become drafts, and from another wallet's file a person chooses.
struct ImportRoutes: Sendable {
  private let holder: VaultHolder
  private let crops: CropStore
  private let reading: UploadReading
  private let others: ForeignRoutes

  init(
    holder: VaultHolder, crops: CropStore, reading: UploadReading, others: ForeignRoutes
  ) {
    self.holder = holder
    self.crops = crops
    self.reading = reading
    self.others = others
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.upload("import", says: .unsure, take)
    calls.upload("import-locked", says: .unsure, unlock)
  }

  /// `import`: reads one file, and saves drafts of a picture's codes.
  func take(_ call: Call) async throws -> Answer {
    try await answer(to: call) { try await reading.upload(of: call, for: holder) }
  }

  /// `import-locked`: the same with the password of an archive or a document.
  func unlock(_ call: Call) async throws -> Answer {
    try await answer(to: call) {
      do {
        return try await reading.lockedUpload(of: call, for: holder)
      } catch ForeignProblem.wrongPassword {
        throw FieldRefusal(
          field: "password",
          cause: Failure(
            importing: UploadName(call["X-Name"]).text, ForeignProblem.wrongPassword))
      }
    }
  }

  private func answer(
    to call: Call, _ read: () async throws -> RecognisedFile
  ) async throws -> Answer {
    // A locked vault reads nothing.
    _ = try await holder.vault()
    let name = UploadName(call["X-Name"]).text
    do {
      switch try await read() {
      case .locked: return .json(["needsPassword": true])
      case .unconfirmed(let table):
        return .json(["columns": ColumnPreview(table, as: table.guess)])
      case .foreign(let file): return try await others.preview(file, named: name, for: call)
      case .picture(let outcome): return try await saved([(name, outcome)], for: call)
      case .photos(let photos): return try await saved(photos, for: call)
      }
    } catch let problem as ForeignProblem {
      return .json(ImportAnswer(ImportOutcome(problem, of: name)))
    } catch ForeignRefusal.columns {
      throw DecodingError.malformed("not these columns")
    }
  }

  private func saved(
    _ pictures: [RecognisedFile.NamedOutcome], for call: Call
  ) async throws -> Answer {
    try await holder.changing(since: call.lockings) {
      .json(try await store(pictures, for: call))
    }
  }

  private func store(
    _ pictures: [RecognisedFile.NamedOutcome], for call: Call
  ) async throws -> ImportAnswer {
    let keepsPhoto = call["X-Keep-Photo"] == "1"
    let vault = try await holder.vault()
    var batch = ImportBatch(
      into: vault, try ImportRequest(keepsPhotos: keepsPhoto), today: try .today())
    await vault.beginCommand()
    for (name, outcome) in pictures {
      holder.log.note(LogEvent(outcome))
      var shown = outcome
      if !keepsPhoto { shown.keptPicture = nil }
      let before = batch.outcome.items.count
      _ = await batch.take(shown, from: name)
      _ = try await batch.store()
      guard let picture = outcome.keptPicture else { continue }
      // Also those that were imported before, and whose photo is here again.
      let drafts = batch.outcome.items[before...].compactMap { item in
        if case .known(let card) = item.outcome { card } else { item.outcome.savedCard }
      }.filter(\.isDraft)
      try keep(
        picture, of: drafts.map(\.id), marks: PhotoMark.marks(of: drafts, on: outcome), for: call)
    }
    await batch.count()
    return ImportAnswer(batch.outcome)
  }

  /// Keeps a picture until its drafts are decided.
  ///
  /// - Throws: `WebError.locked`.
  func keep(
    _ picture: KeptPicture, of drafts: [CardID], marks: [CardID: PhotoMark] = [:], for call: Call
  ) throws(WebError) {
    crops.keep(picture, of: drafts, marks: marks)
    do throws(WebError) {
      try holder.checkNotLocked(since: call.lockings)
    } catch {
      // Locked meanwhile: keep nothing in memory.
      crops.drop(drafts)
      throw error
    }
  }
}
