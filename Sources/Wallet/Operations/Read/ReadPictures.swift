package import Cards
internal import Glibc
package import ReaderLink

extension ReaderPool {
  /// Reads pictures with one reader process per processor, using the reader executable next to our own.
  ///
  /// - Parameters:
  ///   - sources: Where the pictures are; each is loaded only when a reader is free.
  ///   - request: What to look for.
  ///   - onMissing: Called at most once, before any outcome, with the names of the protections that
  ///     this kernel lacks.
  ///   - onOutcome: Called once for each picture, in the order given, with its index in `sources`; meanwhile no work
  ///     is shown.
  /// - Throws: `ReaderLinkError`, and what `onOutcome` throws.
  package static func readEach(
    of sources: [PictureSource], _ request: ReadRequest = .init(), onMissing: ([String]) -> Void,
    onOutcome: (Int, PictureOutcome) async throws -> Void
  ) async throws {
    let pool = ReaderPool(
      executable: try readerBesideExecutable(),
      readerCount: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let isOneFile = sources.count == 1
    let work = WorkMeter.begin(.photos, count: isOneFile ? 0 : sources.count)
    defer { work.end() }
    try await pool.read(sources, request, onMissing: onMissing) { index, outcome in
      WorkMeter.current?.pause()
      defer { WorkMeter.current?.resume() }
      try await onOutcome(index, outcome)
      if !isOneFile { work.advance() }
    }
    if isOneFile { work.expect(0) }
  }
}

extension KeptPicture {
  /// Makes the picture to keep of a photo of a card: small, upright, without metadata, and cropped to the card where
  /// its edges are certain.
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
  /// Reads one picture with one reader.
  ///
  /// - Parameters:
  ///   - source: The picture; nothing but a reader ever looks into it.
  ///   - password: A document's password; `nil` without one.
  /// - Throws: `ReaderLinkError`; `.broken` for a password that no document may have.
  package init(reading source: PictureSource, password: [UInt8]? = nil) async throws {
    guard ArchiveRequest(byteCount: 0, password: password) != nil else {
      throw ReaderLinkError.broken
    }
    let pool = ReaderPool(executable: try ReaderPool.readerBesideExecutable(), readerCount: 1)
    var outcome: PictureOutcome?
    try await pool.read(
      [source], ReadRequest(keepsPicture: true, password: password),
      onOutcome: { outcome = $1 })
    guard let outcome else { throw ReaderLinkError.broken }
    self = outcome
  }

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
