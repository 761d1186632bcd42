internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Transfers files to and from a folder of this machine.
struct FolderTransport: Transport {
  let path: FilePath

  func files() throws(TransportProblem) -> RemoteListing {
    guard let folder = try existing() else { return RemoteListing() }
    return try TransportProblem.here { () throws(VaultError) -> RemoteListing in
      let listing = try VaultListing(of: folder)
      let files = listing.files.filter { VaultLayout.canBeCarried($0.name) }.map { file in
        RemoteFile(file: file, byteCount: folder.byteCount(of: file))
      }
      return RemoteListing(files, isCut: listing.isPartial)
    }
  }

  /// The folder itself.
  func fetch(_ files: [StoredFile]) -> FilePath { path }

  func send(_ files: [StoredFile], from vault: FilePath) throws(TransportProblem) {
    guard !files.isEmpty else { return }
    // Without parents: a stick that is not plugged in has no folder.
    if unsafe mkdir(path.string, 0o700) != 0, errno != EEXIST {
      throw .system(Errno(rawValue: errno), path)
    }
    clear()
    try TransportProblem.here { () throws(VaultError) in
      let source = try Folder(vault)
      let target = try Folder(path)
      var prepared: Set<String> = []
      for file in files {
        let bytes = try source.read(file.path, limit: VaultLayout.fileByteLimit)
        // It was complete a moment ago.
        guard ContentHash(of: bytes.span) == file.hash else { throw .io(.ioError, vault) }
        if let name = file.folder, prepared.insert(name).inserted { try target.make(name) }
        try Self.put(bytes, file.name, in: Folder(of: file, in: target))
        WorkMeter.current?.noteFile()
      }
    }
  }

  /// Older temporary files are leftovers: no device takes an hour to write one.
  private static let abandonedSeconds = 3_600

  /// Removes temporary files that interrupted syncs left behind.
  private func clear() {
    for inner in [nil] + StoredKind.allCases.compactMap(\.folder) {
      guard let folder = try? Folder(inner.map { path.appending($0) } ?? path) else { continue }
      folder.removeTemporaries(where: VaultLayout.isOurs, olderThan: Self.abandonedSeconds)
    }
  }

  func remove(_ files: [StoredFile]) throws(TransportProblem) {
    guard !files.isEmpty, let folder = try existing() else { return }
    for file in files where !folder.remove(file) && folder.holds(file.path) {
      throw .system(.permissionDenied, path)
    }
  }

  private static func put(
    _ bytes: [UInt8], _ name: String, in folder: borrowing Folder
  ) throws(VaultError) {
    do throws(VaultError) {
      try folder.write(bytes, to: name, existing: .kept)
    } catch {
      guard error.errno == .fileExists else { throw error }
      if (try? folder.read(name, limit: bytes.count)) == bytes { return }
      if folder.isFolder(name) { try folder.moveAside(name) }
      try folder.write(bytes, to: name, existing: .replaced)
    }
  }

  /// Opens the folder; `nil` if it does not exist but its parent does.
  private func existing() throws(TransportProblem) -> Folder? {
    do throws(VaultError) {
      return try Folder(path)
    } catch {
      guard error.isMissing else { throw TransportProblem(error) }
      let parent = path.removingLastComponent()
      guard (try? Folder(parent.isEmpty ? "." : parent)) != nil else { throw .noFolder(path) }
      return nil
    }
  }
}
