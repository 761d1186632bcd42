/// A file at a sync target, with its name and length.
package struct RemoteFile: Sendable, Hashable {
  package let file: StoredFile
  /// Negative if the target does not report it.
  package let byteCount: Int

  /// Records an entry of a target's listing.
  package init(file: StoredFile, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Where a vault has it: upper and lower case make no difference at a target.
  package var place: StoredFile { file.inLowerCase }

  /// Whether its length is known to differ from that of a local file.
  package func differs(from other: Int) -> Bool { byteCount >= 0 && byteCount != other }
}
