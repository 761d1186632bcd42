internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SystemPackage

/// Carries to and from a folder that this machine can reach by itself.
struct FolderCarrier: Carrier {
  let path: FilePath

  func files() throws(CarrierProblem) -> [CarriedFile] {
    guard let folder = try existing() else { return [] }
    return try naming { () throws(SystemFailure) in
      try VaultListing(of: folder).files.filter { VaultLayout.canBeCarried($0.name) }.map { file in
        CarriedFile(file: file, byteCount: folder.byteCount(of: file))
      }
    }
  }

  /// The folder itself.
  func fetch(_ files: [StoredFile]) -> FilePath { path }

  func send(_ files: [StoredFile], from vault: FilePath) throws(CarrierProblem) {
    guard !files.isEmpty else { return }
    let target = try naming { () throws(SystemFailure) in
      // Nothing is made above it: a stick that is not plugged in has no folder.
      if unsafe mkdir(path.string, 0o700) != 0, errno != EEXIST {
        throw SystemFailure(code: errno)
      }
      return try Folder(path)
    }
    clear()
    let source = try naming(vault) { () throws(SystemFailure) in try Folder(vault) }
    var prepared: Set<String> = []
    for file in files {
      let bytes = try naming(vault) { () throws(SystemFailure) in
        try source.read(file.path, limit: VaultLayout.fileByteLimit)
      }
      // It was whole a moment ago.
      guard ContentHash(of: bytes.span) == file.hash else {
        throw .system(Errno(rawValue: EIO), vault)
      }
      try naming { () throws(SystemFailure) in
        let name = file.folder ?? "."
        if prepared.insert(name).inserted, name != "." { try target.make(name) }
        guard let inner = try Folder(name, in: target) else { throw SystemFailure(code: ENOENT) }
        try Self.put(bytes, file.name, in: inner)
      }
    }
  }

  /// What a sync that was stopped left is not what another device writes just now: no file takes an hour.
  private static let abandonedSeconds = 3_600

  /// Removes what syncs that were stopped left of files of a vault.
  private func clear() {
    for inner in [nil] + StoredKind.allCases.compactMap(\.folder) {
      let place = inner.map { path.appending($0) } ?? path
      guard let folder = try? Folder(place),
        let names = try? FileManager.default.contentsOfDirectory(atPath: place.string)
      else { continue }
      let wanted = names.compactMap(WholeFile.name(ofTemporary:)).filter(VaultLayout.isOurs)
      folder.removeTemporaries(for: Set(wanted), olderThan: Self.abandonedSeconds)
    }
  }

  func remove(_ files: [StoredFile]) throws(CarrierProblem) {
    guard !files.isEmpty, let folder = try existing() else { return }
    try naming { () throws(SystemFailure) in
      for file in files where !folder.remove(file) && folder.holds(file.path) {
        throw SystemFailure(code: EACCES)
      }
    }
  }

  private static func put(
    _ bytes: [UInt8], _ name: String, in folder: borrowing Folder
  ) throws(SystemFailure) {
    do throws(SystemFailure) {
      try WholeFile.write(bytes.span, to: name, in: folder.descriptor, existing: .kept)
    } catch {
      guard error.code == EEXIST else { throw error }
      if (try? folder.read(name, limit: bytes.count)) == bytes { return }
      if folder.isFolder(name) { try folder.moveAside(name) }
      try WholeFile.write(bytes.span, to: name, in: folder.descriptor, existing: .replaced)
    }
  }

  /// The folder; `nil` when it is not there, but the one above it is.
  private func existing() throws(CarrierProblem) -> Folder? {
    do throws(SystemFailure) {
      return try Folder(path)
    } catch {
      guard error.code == ENOENT else { throw .system(Errno(rawValue: error.code), path) }
      let parent = path.removingLastComponent()
      guard (try? Folder(parent.isEmpty ? "." : parent)) != nil else { throw .noFolder(path) }
      return nil
    }
  }

  private func naming<Value: ~Copyable>(
    _ other: FilePath? = nil, _ body: () throws(SystemFailure) -> Value
  ) throws(CarrierProblem) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw .system(Errno(rawValue: error.code), other ?? path)
    }
  }
}
