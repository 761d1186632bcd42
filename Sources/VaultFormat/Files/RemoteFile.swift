/// A file at a sync target, as its name and length say.
package struct RemoteFile: Sendable, Hashable {
  package let file: StoredFile
  /// Negative where the target does not tell.
  package let byteCount: Int

  /// Takes down what a target lists.
  package init(file: StoredFile, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  /// Whether it has another length than a file here.
  package func differs(from other: Int) -> Bool { byteCount >= 0 && byteCount != other }
}
