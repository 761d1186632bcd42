internal import ReaderLink
internal import Wording

/// Reads uploaded pictures: each in a fresh, sandboxed reader, and at most two at once.
struct UploadReading: Sendable {
  /// Two keep both cores of a small machine busy, and the page sends two at a time.
  private static let readerCount = 2
  /// What a few tabs send; those that wait are not taken in yet, and are cut off after a minute as any silent line is.
  private static let longestLine = 4

  private let turns = Turns(
    atOnce: UploadReading.readerCount, longestLine: UploadReading.longestLine,
    orElse: Failure(
      "this file was not read", because: "too many files are being read",
      try: "try again in a moment", status: .inUse))

  /// Reads one picture.
  ///
  /// - Parameter call: The upload; nothing but a reader ever looks into it.
  /// - Returns: What was found, with a picture to compare.
  /// - Throws: `ReaderLinkError`, `Failure` if too many are waiting, and as `Call.file`.
  func outcome(of call: Call) async throws -> PictureOutcome {
    try await turns.run {
      // Not before its turn: so no more of them are in memory than are read at once. It is never on a disk.
      let bytes = try await call.file(upTo: ReadRequest.maximumByteCount)
      let pool = ReaderPool(executable: try ReaderPool.readerBesideExecutable(), readerCount: 1)
      var outcome: PictureOutcome?
      try await pool.read(
        [.bytes(bytes)], ReadRequest(keepsPicture: true), onOutcome: { outcome = $1 })
      guard let outcome else { throw ReaderLinkError.broken }
      return outcome
    }
  }
}
