internal import FoundationEssentials
package import Sealing
internal import SystemPackage
internal import VaultFormat
package import VaultStore

/// The place of a pocket, and what this device remembers of it: a copy of what it last published there.
package struct PocketPlace: ~Copyable {
  /// The name of the sealed file, by which a place is known to hold a pocket.
  package static let sealedName = "cards.sealed"
  private static let firstWords = Array("cardvault-wrapped-key1".utf8)

  private let staging: StagingFolder
  private let host: any PocketHost
  private var published: FilePath { staging.path.appending(StagingFolder.publishedName) }

  /// Prepares this device's folder for the place, and waits while another process uses it.
  ///
  /// - Throws: `SyncError.inUse`, or the system's error.
  package init(
    at target: SyncTarget, _ locations: VaultLocations, timeout: Duration = .seconds(10)
  ) async throws(SyncError) {
    staging = try await StagingFolder(
      for: target, locations, in: StagingFolder.pocketsName, timeout: timeout, isWanted: { true })
    let transfers = TransferFolder(staging.path)
    switch target {
    case .folder(let path): host = FolderPocketHost(path: path)
    case .rclone(let remote): host = RclonePocketHost(remote: remote, transfers: transfers)
    case .git(let url):
      host = GitPocketHost(
        GitAddress(url), clone: staging.path.appending(StagingFolder.cloneName),
        transfers: transfers)
    }
  }

  /// The key of the pocket that this device last published there; `nil` if it has published none.
  package var key: WrappedKey? {
    let file = published.appending(Self.sealedName).string
    guard let sealed = try? EnvelopeFile(file) else { return nil }
    return sealed.wrappedKey
  }

  /// When this device last published there, by its clock, in milliseconds since 1970; 0 if it has published nothing.
  ///
  /// Phones refuse what is older than what they have seen, so the next one must be newer even if the clock was wrong.
  package var lastPublished: Int64 {
    let file = StoredFile(folder: nil, name: Self.sealedName)
    guard let state = (try? Folder(published))?.state(of: file) else { return 0 }
    return state.modified / 1_000_000
  }

  /// Makes sure that the place is free, or holds a pocket.
  ///
  /// - Returns: whether it holds one.
  /// - Throws: `SyncError.notEmpty` if it holds something else.
  package func holdsPocket() async throws(SyncError) -> Bool {
    let host = host
    let names = try await SyncError.there { () throws(TransportProblem) in try await host.names() }
    guard names.contains(Self.sealedName) else {
      guard names.isEmpty else { throw .notEmpty }
      return false
    }
    let there = try await fetched([Self.sealedName])
    guard there[Self.sealedName]?.starts(with: Self.firstWords) == true else { throw .notEmpty }
    return true
  }

  /// Puts a pocket there.
  ///
  /// - Parameters:
  ///   - files: its files by their names, the sealed one among them.
  ///   - isNew: whether its key is another than before.
  /// - Throws: `SyncError.transport`, or the system's error.
  package func publish(_ files: [String: [UInt8]], isNew: Bool) async throws(SyncError) {
    let next = staging.path.appending("next")
    // The sealed file last: an open page takes it as soon as it is there.
    let names = files.keys.sorted {
      ($0 == Self.sealedName ? 1 : 0, $0) < ($1 == Self.sealedName ? 1 : 0, $1)
    }
    try SyncError.here { () throws(VaultError) in
      try Folder.make(next)
      let folder = try Folder(next)
      for name in names { try folder.write(files[name] ?? [], to: name, existing: .replaced) }
    }
    // With a new key, nothing may ever be published under the old one again, whatever happens now.
    if isNew { forget() }
    let host = host
    try await SyncError.there { () throws(TransportProblem) in
      try await host.put(names, from: next)
    }
    forget()
    do { try FileManager.default.moveItem(atPath: next.string, toPath: published.string) } catch {
      throw .vault(.io(.ioError, published))
    }
  }

  /// Compares what is there with what this device published.
  ///
  /// - Returns: the names of files that differ or are missing; `nil` if this device has published nothing there.
  /// - Throws: `SyncError.transport`.
  package func differences() async throws(SyncError) -> [String]? {
    guard let names = try? Folder(published).names().sorted(), !names.isEmpty else { return nil }
    let ours: [String: [UInt8]]
    do throws(TransportProblem) {
      ours = try FolderPocketHost.read(names, in: published)
    } catch {
      throw .transport(error)
    }
    let theirs = try await fetched(names)
    return names.filter { ours[$0] != theirs[$0] }
  }

  /// Removes a pocket's files from the place, and what this device remembers of it.
  ///
  /// - Parameter names: the names of a pocket's files.
  /// - Throws: `SyncError.transport`.
  package func remove(_ names: [String]) async throws(SyncError) {
    let all = Set(names + ((try? Folder(published).names()) ?? []) + [Self.sealedName]).sorted()
    let host = host
    try await SyncError.there { () throws(TransportProblem) in try await host.remove(all) }
    forget()
  }

  private func fetched(_ names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    let host = host
    return try await SyncError.there { () throws(TransportProblem) in try await host.fetch(names) }
  }

  private func forget() { try? FileManager.default.removeItem(atPath: published.string) }
}
