internal import ReaderLink
internal import Wallet
internal import WalletFiles

/// Reads uploaded files, at most two at once: pictures and archives each in a fresh, sandboxed reader.
struct UploadReading: Sendable {
  /// Two keep both cores of a small machine busy, and the page sends two at a time.
  private static let readerCount = 2
  /// Enough for a few tabs; waiting uploads are not read yet, and are closed after a minute like any idle connection.
  private static let maxWaiting = 4

  private let turns = Turns(
    atOnce: UploadReading.readerCount, maxWaiting: UploadReading.maxWaiting,
    orElse: Failure(
      "this file was not read", because: "too many files are being read",
      try: "try again in a moment", status: .inUse))

  /// Recognises an upload by its content, and reads it.
  ///
  /// - Parameters:
  ///   - call: The upload, and what the columns of a table mean; pictures and archives are opened by a reader, texts here.
  ///   - holder: The vault, which remembers columns.
  /// - Returns: What was found.
  /// - Throws: `Failure` if too many are waiting, and as `RecognisedFile`, `Call.file` and `VaultHolder.vault`.
  func upload(of call: Call, for holder: VaultHolder) async throws -> RecognisedFile {
    try await turns.run {
      let bytes = try await call.file(upTo: ReadRequest.maxByteCount)
      let vault = try await holder.vault()
      return try await RecognisedFile(bytes, columns: call["X-Columns"], in: vault)
    }
  }

  /// Reads an archive or a document that has a password.
  ///
  /// - Parameters:
  ///   - call: The upload: the password in UTF-8, a line feed, then the file; and what the columns of a table mean.
  ///   - holder: The vault.
  /// - Returns: What was found.
  /// - Throws: `DecodingError` without a password, and as `RecognisedFile` and `VaultHolder.vault`.
  func lockedUpload(of call: Call, for holder: VaultHolder) async throws -> RecognisedFile {
    try await turns.run {
      let passwordLimit = ArchiveRequest.maxPasswordByteCount + 1
      var bytes = try await call.file(
        upTo: passwordLimit + ArchiveRequest.maxArchiveByteCount)
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
        throw DecodingError.malformed("no password")
      }
      let password = String(decoding: bytes[..<end], as: UTF8.self)
      // In place: a copy would hold the archive twice.
      bytes.removeFirst(end + 1)
      let vault = try await holder.vault()
      return try await RecognisedFile(
        bytes, password: password, columns: call["X-Columns"], in: vault)
    }
  }

  /// Reads one picture.
  ///
  /// - Parameter call: The upload; nothing but a reader ever looks into it.
  /// - Returns: What was found, with a picture to compare.
  /// - Throws: `ReaderLinkError`, `Failure` if too many are waiting, and as `Call.file`.
  func outcome(of call: Call) async throws -> PictureOutcome {
    try await turns.run {
      // Read only in its turn, so that no more uploads are in memory than are being read. It is never on a disk.
      try await PictureOutcome(
        reading: .bytes(try await call.file(upTo: ReadRequest.maxByteCount)))
    }
  }
}
