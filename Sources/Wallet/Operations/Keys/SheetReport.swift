package import Sealing

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
