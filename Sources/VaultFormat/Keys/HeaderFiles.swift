package import Sealing
package import SystemPackage

/// The files of a folder that claim to be headers of a vault, before any is proved.
package struct HeaderFiles {
  package struct Candidate {
    package let file: StoredFile
    /// The folder that it is in.
    package let folder: FilePath
    /// What it claims.
    package let header: EnvelopeHeader

    /// All of it; `nil` when it is gone or too long.
    package var bytes: [UInt8]? {
      try? Folder(folder).read(file.name, limit: StoredKind.vault.byteLimit)
    }

    /// All of it, if a held key proves it.
    package func bytes(provedBy keys: VaultKeys) -> [UInt8]? {
      guard let key = keys[header.keyID], let bytes else { return nil }
      return (try? key.openSecret(bytes.span, as: .vault).byteCount) != nil ? bytes : nil
    }

    /// Whether its name is a hash that its content does not have.
    package var isAltered: Bool {
      guard let hash = StoredKind.vault.hash(in: file.name), let bytes else { return false }
      return ContentHash(of: bytes.span) != hash
    }
  }

  package private(set) var all: [Candidate] = []
  /// Names of files that are called like headers and cannot be any.
  package private(set) var unusable: [String] = []
  /// Those among them whose names are hashes that their contents do not have: these may have been headers.
  package private(set) var damaged: [String] = []

  /// Looks at the beginnings of a folder's files, or of some of them; names are hints only.
  package init(in path: FilePath, only wanted: Set<String>? = nil) throws(VaultError) {
    let folder = try Folder(path)
    for name in try folder.names().sorted()
    where !VaultLayout.isPassedOver(name) && wanted?.contains(name) ?? true {
      let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount)
      if let start, let header = EnvelopeHeader(claimedBy: start.span), header.kind == .vault {
        all.append(
          Candidate(file: StoredFile(folder: nil, name: name), folder: path, header: header))
      } else if name.contains(StoredKind.vault.suffix) {
        unusable.append(name)
        guard let hash = StoredKind.vault.hash(in: name) else { continue }
        let bytes = try? folder.read(name, limit: StoredKind.vault.byteLimit)
        if bytes.map({ ContentHash(of: $0.span) }) != hash { damaged.append(name) }
      }
    }
  }

  /// Adds what another folder holds.
  package mutating func add(_ other: HeaderFiles) {
    all += other.all
    unusable += other.unusable
    damaged += other.damaged
  }

  package var isEmpty: Bool { all.isEmpty && unusable.isEmpty }

  /// The names of all of them, to see later whether one was added.
  package var names: Set<String> { Set(all.map(\.file.name) + unusable) }

  /// The keys that they claim, each once.
  package var keyIDs: Set<KeyID> { Set(all.map(\.header.keyID)) }
}
