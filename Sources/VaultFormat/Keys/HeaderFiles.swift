package import Sealing
package import SystemPackage

/// The files in a folder that claim to be a vault's headers; nothing is proved.
package struct HeaderFiles {
  package struct Candidate {
    package let file: StoredFile
    package let folder: FilePath
    package let header: EnvelopeHeader

    /// The whole file; `nil` if it is gone or too long.
    package var bytes: [UInt8]? {
      try? Folder(folder).read(file.name, limit: StoredKind.vault.byteLimit)
    }

    /// The whole file, if a key proves it.
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
  /// Files that are named like headers but are not.
  package private(set) var unusable: [String] = []
  /// Unusable files whose names are hashes that do not match their contents: they may have been headers.
  package private(set) var damaged: [String] = []

  /// Whether there are more files than were read.
  package private(set) var isPartial = false

  /// Reads the starts of a folder's files: all, only those wanted, or the smallest if there are too many.
  ///
  /// Names are only hints.
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

  package mutating func add(_ other: HeaderFiles) {
    all += other.all
    unusable += other.unusable
    damaged += other.damaged
    isPartial = isPartial || other.isPartial
  }

  package var isEmpty: Bool { all.isEmpty && unusable.isEmpty }

  /// The names, to notice later whether a file was added.
  package var names: Set<String> { Set(all.map(\.file.name) + unusable) }

  /// The keys that the files claim.
  package var keyIDs: Set<KeyID> { Set(all.map(\.header.keyID)) }
}

/// The names of a vault's headers and notices, to notice later whether one was added.
package struct KeyNames: Sendable {
  /// Files that claim to be headers.
  package var headers: Set<String>
  /// Headers of this vault, under its current key and earlier ones.
  package var own: Set<String>
  /// Files in the notices folder.
  package var notices: Set<String>
  /// Whether there are more headers or notices than were read.
  package private(set) var isPartial = false

  package init(headers: Set<String>, own: Set<String>, notices: Set<String>) {
    self.headers = headers
    self.own = own
    self.notices = notices
  }

  package init(_ headers: HeaderFiles, in folder: borrowing Folder) {
    let notices = folder.files(of: .notice)
    self.init(headers: headers.names, own: [], notices: Set(notices.map(\.name)))
    isPartial = headers.isPartial || !folder.smallest(of: notices).isAll
  }

  /// The names of the notices in a vault's folder.
  package static func notices(in vault: borrowing Folder) -> Set<String> {
    Set(vault.files(of: .notice).map(\.name))
  }
}
