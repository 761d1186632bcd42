internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Carries a pocket to a folder of this machine, whose files any web server may read: they are sealed, or the same for all.
struct FolderPocketHost: PocketHost {
  let path: FilePath

  private static let folderMode: mode_t = 0o755
  private static let fileMode: mode_t = 0o644

  func names() throws(TransportProblem) -> Set<String> {
    guard try isThere() else { return [] }
    return try TransportProblem.here { () throws(VaultError) in
      Set(try Folder(path).names().filter { !Self.isHidden($0) })
    }
  }

  func fetch(_ names: [String]) throws(TransportProblem) -> [String: [UInt8]] {
    try isThere() ? Self.read(names, in: path) : [:]
  }

  func put(_ names: [String], from source: FilePath) throws(TransportProblem) {
    // Without parents: a stick that is not plugged in has no folder.
    if try !isThere() {
      let status = unsafe mkdir(path.string, Self.folderMode)
      guard status == 0 || errno == EEXIST else { throw .system(Errno(rawValue: errno), path) }
      // Whatever new folders usually have: a web server must be able to look in.
      if status == 0 { _ = unsafe chmod(path.string, Self.folderMode) }
    }
    try TransportProblem.here { () throws(VaultError) in
      let source = try Folder(source)
      let target = try Folder(path)
      for name in names {
        let bytes = try source.read(name, limit: VaultLayout.fileByteLimit)
        try target.write(bytes, to: name, existing: .replaced)
        // Where there are no modes, there is nothing to open either.
        _ = unsafe chmod(path.appending(name).string, Self.fileMode)
      }
    }
  }

  func remove(_ names: [String]) throws(TransportProblem) {
    guard try isThere() else { return }
    try TransportProblem.here { () throws(VaultError) in
      let folder = try Folder(path)
      for name in names where !folder.remove(StoredFile(folder: nil, name: name)) {
        guard !folder.holds(name) else { throw .permission(path.appending(name)) }
      }
    }
  }

  /// Whether the folder exists; if not, the one above it must.
  private func isThere() throws(TransportProblem) -> Bool {
    do throws(VaultError) {
      _ = try Folder(path)
      return true
    } catch {
      guard error.isMissing else { throw TransportProblem(error) }
      let parent = path.removingLastComponent()
      guard (try? Folder(parent.isEmpty ? "." : parent)) != nil else { throw .noFolder(path) }
      return false
    }
  }
}
