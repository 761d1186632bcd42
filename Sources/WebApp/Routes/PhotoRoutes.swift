internal import Cards
internal import FoundationEssentials
internal import ReaderLink
internal import VaultStore
internal import Wallet

/// Photos of cards; each change is a command of its own, which one undo takes back.
struct PhotoRoutes: Sendable {
  private let cards: CardRoutes
  private let reading: UploadReading
  /// Each is a reader, which takes less than a second for its thumbnails.
  private let turns = Turns(
    atOnce: 1, maxWaiting: 8,
    orElse: Failure(
      "no small pictures were made", because: "others are being made",
      try: "try again in a moment", status: .inUse))

  init(holder: VaultHolder, reading: UploadReading) {
    cards = CardRoutes(holder: holder)
    self.reading = reading
  }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.upload("keep-photo", says: .saved, keep)
    calls.get("photo", show)
    calls.get("thumbnails", thumbnails)
    calls.save("remove-photo", remove)
  }

  private struct Query: Decodable {
    let id: String
    let side: String
  }

  private struct Removing: Decodable {
    let id: String
    var version: Int?
    let side: String
  }

  private static let none = WebError.gone("there is no photo of this side")

  /// `photo`: the first kept photo of a side.
  func show(_ call: Call) async throws -> Answer {
    let query = try call.json(Query.self)
    let vault = try await cards.holder.vault()
    let card = try await cards.card(query.id, in: vault)
    guard let photo = card.photos.first(where: { $0.side.name == query.side }) else {
      throw Self.none
    }
    guard let file = try await vault.file(of: photo) else {
      throw Failure(
        "the photo cannot be shown", because: "its file is missing or damaged",
        try: "sync with another copy of the vault", status: .damaged)
    }
    return .file(file.bytes, type: file.mediaType)
  }

  private struct Listed: Decodable { let ids: [String] }

  struct Thumbnails: Encodable, Sendable {
    let thumbnails: [Picture]

    struct Picture: Encodable, Sendable {
      let id: String
      let data: Data
    }
  }

  /// `thumbnails`: small pictures of the fronts of cards, made by a sandboxed reader, and kept nowhere.
  func thumbnails(_ call: Call) async throws -> Answer {
    let ids = try call.json(Listed.self).ids
    guard ids.count <= Thumbnail.maxGroupCount else {
      throw DecodingError.malformed("too many cards")
    }
    return try await turns.run {
      let photos = try await fronts(of: ids)
      let viewer = PhotoViewer(executable: try ReaderPool.readerBesideExecutable())
      let made = try await viewer.thumbnails(of: photos.map(\.bytes))
      let pictures = zip(photos, made).compactMap { photo, picture in
        picture.map { Thumbnails.Picture(id: photo.id, data: Data($0)) }
      }
      return .json(Thumbnails(thumbnails: pictures))
    }
  }

  /// The photos that are kept of cards' fronts; those that are missing or too large to be ours are left out.
  private func fronts(of ids: [String]) async throws -> [(id: String, bytes: [UInt8])] {
    let vault = try await cards.holder.vault()
    var photos: [(id: String, bytes: [UInt8])] = []
    for id in ids {
      guard let photo = await vault.card(try CardRoutes.id(id))?.frontPhoto,
        let file = try await vault.file(of: photo), file.bytes.count <= KeptPicture.maxByteCount
      else { continue }
      photos.append((id, file.bytes))
    }
    return photos
  }

  /// `keep-photo`: keeps an uploaded photo of a card instead of those of its side.
  func keep(_ call: Call) async throws -> Answer {
    let sides = [CardPhoto.Side.front, .back]
    guard let side = sides.first(where: { $0.name == call["X-Side"] }) else {
      throw DecodingError.malformed("no such side")
    }
    let id = call["X-Card"] ?? ""
    // Read nothing for a locked vault, or for a card that is gone.
    _ = try await cards.card(id, in: cards.holder.vault())
    let picture = try await reading.outcome(of: call).pictureToKeep()
    let version = call["X-Card-Version"].flatMap { Int($0) }
    return try await cards.holder.changing(since: call.lockings) {
      try await store(picture, showing: side, of: id, seenAs: version)
    }
  }

  private func store(
    _ picture: KeptPicture, showing side: CardPhoto.Side, of id: String, seenAs version: Int?
  ) async throws -> Answer {
    let vault = try await cards.holder.vault()
    var card = try await cards.card(id, seenAs: version, in: vault)
    card.setPhoto(try await vault.store(PhotoFile(picture), showing: side))
    return try await save(card, in: vault, words: "Photo of the \(side.words) kept")
  }

  /// `remove-photo`: removes the first photo of a side from a card; it stays in the history.
  func remove(_ call: Call) async throws -> Answer {
    let query = try call.json(Removing.self)
    let vault = try await cards.holder.vault()
    var card = try await cards.card(query.id, seenAs: query.version, in: vault)
    guard let place = card.photos.firstIndex(where: { $0.side.name == query.side }) else {
      throw Self.none
    }
    let side = card.photos.remove(at: place).side
    let what = side == .other ? "Other photo" : "Photo of the \(side.words)"
    return try await save(card, in: vault, words: "\(what) removed")
  }

  private func save(_ card: Card, in vault: Vault, words: String) async throws -> Answer {
    await vault.beginCommand()
    try await vault.save([card])
    let saved = await vault.card(card.id) ?? card
    return .json(ChangeReport(changed: [saved.id], words: "\(words): \(saved.name)"))
  }
}
