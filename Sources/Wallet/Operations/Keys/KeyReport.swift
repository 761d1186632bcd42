package import Sealing
package import SystemPackage

/// A key file's properties, as JSON and in words.
package struct KeyReport: Encodable {
  package let keyID: String
  package let file: String
  package let isWrapped: Bool
  package var passes: UInt32?
  package var kibibytes: UInt32?
  package var fingerprint: String?
  package var opensVault: Bool?
  package var leftovers: [String]?
  /// The file's path as shown in text.
  private let shownFile: String

  private enum CodingKeys: CodingKey {
    case keyID, file, isWrapped, passes, kibibytes, fingerprint, opensVault, leftovers
  }

  package init(_ key: borrowing StoredKey, at path: FilePath) {
    keyID = key.keyID.description
    file = path.absolute
    shownFile = path.shown
    isWrapped = key.isWrapped
    switch key {
    case .plain: break
    case .wrapped(let key):
      passes = key.cost.passes
      kibibytes = key.cost.kibibytes
    }
    let leftovers = KeyFile.leftovers(of: path.string)
    self.leftovers = leftovers.isEmpty ? nil : leftovers
  }

  package var lines: [String] {
    var cost = "none"
    if let passes, let kibibytes {
      cost = "yes; each guess needs \(passes) passes over \(kibibytes >> 10) MiB (Argon2id)"
    }
    var lines = [
      "Key file     \(shownFile)", "Key id       \(keyID)", "Passphrase   \(cost)",
    ]
    if let fingerprint { lines.append("Fingerprint  \(fingerprint)") }
    if let opensVault { lines.append("Opens vault  \(opensVault ? "yes" : "no")") }
    return lines
  }
}
