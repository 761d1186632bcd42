package import Cards
package import ReaderLink
package import Sealing
package import SystemPackage

extension SheetPrinter {
  /// Renders the sheet of a key, whose line goes from guarded memory straight into the reader's pipe.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fingerprint: The fingerprint of its root.
  ///   - date: The day to print.
  ///   - output: The format to render.
  ///   - file: An empty file, open for writing, which the reader fills.
  ///   - onMissing: Called at most once, with the names of the protections that this kernel lacks.
  /// - Throws: `ReaderLinkError`, `SealingError.noGuardedMemory` and `Errno`.
  package func print(
    _ key: borrowing StoredKey, fingerprint: String, date: CalendarDate,
    as output: PictureRenderer.Output, into file: FileDescriptor,
    onMissing: ([String]) -> Void = { _ in }
  ) async throws {
    guard
      let details = RecoveryDetails(
        keyID: key.keyID.description, fingerprint: fingerprint, date: date,
        isWrapped: key.isWrapped)
    else { preconditionFailure("ids and fingerprints are well formed") }
    let line = try KeyText.line(of: key)
    try await print(details, as: output, into: file, onMissing: onMissing) { pipe in
      try line.withBytes { line in
        var rest = line
        while rest.count > 0 {
          let count = try unsafe rest.withUnsafeBytes { try unsafe pipe.write($0) }
          rest = rest.extracting(count...)
        }
      }
    }
  }
}

/// The files of a recovery sheet that was written, for scripts.
package struct SheetReport: Encodable {
  let files: [String]
  let fingerprint: String
  let isChecked = true
  let isWrapped: Bool
  let keyID: String

  /// Creates a report of the sheet of a key.
  package init(_ key: borrowing StoredKey, fingerprint: String, files: [String]) {
    self.files = files
    self.fingerprint = fingerprint
    isWrapped = key.isWrapped
    keyID = key.keyID.description
  }
}
