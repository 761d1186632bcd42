package import Cards
package import ReaderLink
internal import VaultFormat
package import VaultStore

extension Vault {
  /// Puts a photo of a card into the vault: small, upright, without metadata, and cropped to the card where its edges
  /// are certain.
  ///
  /// - Parameters:
  ///   - source: Where the photo is.
  ///   - side: What it shows.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: What a card refers to it by; save that card next.
  /// - Throws: `WalletError.photo` or `.vault`, and `ReaderLinkError`.
  package nonisolated func keepPhoto(
    from source: PictureSource, showing side: CardPhoto.Side, onMissing: ([String]) -> Void
  ) async throws -> CardPhoto {
    var read: PictureOutcome?
    try await ReaderPool.readEach(
      of: [source], ReadRequest(keepsPicture: true), onMissing: onMissing
    ) { read = $1 }
    guard let outcome = read else { throw WalletError.photo(.notOnePicture) }
    if outcome.holdsKey { throw WalletError.photo(.showsKey) }
    if let failure = outcome.failure { throw WalletError.photo(.failed(failure)) }
    guard let picture = outcome.keptPicture else { throw WalletError.photo(.notOnePicture) }
    return try await WalletError.wrapping { () throws(VaultError) in
      try await store(PhotoFile(picture), showing: side)
    }
  }
}

extension Card {
  /// Gives the card a photo, which replaces those of the same side.
  package mutating func setPhoto(_ photo: CardPhoto) {
    photos = (photos.filter { $0.side != photo.side } + [photo]).sorted()
  }
}
