package import Sealing
package import SystemPackage

/// The files of a folder that claim to be a vault's headers, none of them proved.
package struct HeaderFiles {
  package struct Candidate {
    package let file: StoredFile
    /// The folder that it is in.
    package let folder: FilePath
    /// What it claims.
    package let header: EnvelopeHeader

    /// All of it; `nil` if it is gone or too long.
    package var bytes: [UInt8]? {
      try? Folder(folder).read(file.name, limit: StoredKind.vault.byteLimit)
    }

    /// All of it, if a key proves it.
    package func bytes(provedBy key: DerivedKeys) -> [UInt8]? {
      guard key.id == header.keyID, let bytes else { return nil }
      return (try? key.openSecret(bytes.span, as: .vault).byteCount) != nil ? bytes : nil
    }

    /// Whether its name is a hash that does not match its content.
    package var isAltered: Bool {
      guard let hash = StoredKind.vault.hash(in: file.name.lowercased()), let bytes else {
        return false
      }
      return ContentHash(of: bytes.span) != hash
    }
  }

  package private(set) var all: [Candidate] = []
  /// Files with the name of a header that cannot be one.
  package private(set) var unusable: [String] = []
  /// Those of them whose names are hashes that do not match their contents: they may have been headers.
  package private(set) var damaged: [String] = []

  /// Whether there are more files than are looked at.
  package private(set) var isPartial = false

  /// Reads the beginnings of all or some of a folder's files, of too many the smallest; names are only hints.
  package init(in path: FilePath, only wanted: Set<String>? = nil) throws(VaultError) {
    let folder = try Folder(path)
    let listed = try folder.names(upTo: VaultLayout.nameLimit)
    let read = folder.smallest(
      of: listed.names.filter {
        !VaultLayout.isPassedOver($0) && wanted?.contains($0) ?? true
      }.map { StoredFile(folder: nil, name: $0) })
    isPartial = listed.isPartial || !read.isAll
    for name in read.files.map(\.name) {
      let start = try? folder.start(of: name, byteCount: EnvelopeHeader.byteCount)
      if let start, let header = EnvelopeHeader(claimedBy: start.span), header.kind == .vault {
        all.append(
          Candidate(file: StoredFile(folder: nil, name: name), folder: path, header: header))
      } else if name.lowercased().contains(StoredKind.vault.suffix) {
        unusable.append(name)
        guard let hash = StoredKind.vault.hash(in: name.lowercased()) else { continue }
        let bytes = try? folder.read(name, limit: StoredKind.vault.byteLimit)
        if bytes.map({ ContentHash(of: $0.span) }) != hash { damaged.append(name) }
      }
    }
  }

  /// Adds the headers of another folder.
  package mutating func add(_ other: HeaderFiles) {
    all += other.all
    unusable += other.unusable
    damaged += other.damaged
    isPartial = isPartial || other.isPartial
  }

  package var isEmpty: Bool { all.isEmpty && unusable.isEmpty }

  /// Their names, to notice later whether one was added.
  package var names: Set<String> { Set(all.map(\.file.name) + unusable) }

  /// The keys that they claim, without duplicates.
  package var keyIDs: Set<KeyID> { Set(all.map(\.header.keyID)) }
}
