package import Cards
package import ReaderLink

extension KeptPicture {
  /// Makes the picture to keep of a photo of a card: small, upright, without metadata, and cropped to the card where its
  /// edges are certain.
  ///
  /// - Parameters:
  ///   - source: Where the photo is.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Returns: The picture, for `Vault.store`.
  /// - Throws: `WalletError.photo` and `ReaderLinkError`.
  package static func made(
    of source: PictureSource, onMissing: ([String]) -> Void
  ) async throws -> KeptPicture {
    var read: PictureOutcome?
    try await ReaderPool.readEach(
      of: [source], ReadRequest(keepsPicture: true), onMissing: onMissing
    ) { read = $1 }
    guard let outcome = read else { throw WalletError.photo(.notOnePicture) }
    return try outcome.pictureToKeep()
  }
}

extension PictureOutcome {
  /// The picture to keep of a photo of a card that was read for it.
  ///
  /// - Returns: The picture, for `Vault.store`.
  /// - Throws: `WalletError.photo`.
  package func pictureToKeep() throws(WalletError) -> KeptPicture {
    if holdsKey { throw .photo(.showsKey) }
    if let failure { throw .photo(.failed(failure)) }
    guard let picture = keptPicture else { throw .photo(.notOnePicture) }
    return picture
  }
}
