internal import FoundationEssentials
package import Sealing
internal import SystemPackage
package import VaultFormat
package import VaultStore

/// What is at the place of a pocket.
package enum PocketFinding: Sendable {
  /// Nothing, or only what sets up a host.
  case nothing
  /// Parts of a pocket without a sealed file that can be read: putting it there or removing it was interrupted.
  case parts
  /// A pocket; `isKnown` if its key is the one of the pocket that this device last published there.
  case pocket(isKnown: Bool)
}

/// Why nothing was done about a pocket.
package enum PocketError: Error, Sendable, Hashable {
  /// Something is wrong on this side.
  case vault(VaultError)
  /// Something is wrong with the connection or the place.
  case transport(TransportProblem)
  /// The place holds other things, and no pocket.
  case notEmpty
  /// The pocket there is not the one that this device published last: it opens with other words.
  case otherWords
  /// This device has published no pocket there.
  case nothingPublished
  /// Another process is publishing there.
  case inUse
}

/// The place of a pocket, and what this device remembers of it: a copy of what it last published there, and while that is
/// under way, of what it publishes next.
package struct PocketPlace: ~Copyable {
  /// The name of the sealed file, by which a place is known to hold a pocket.
  package static let sealedName = "cards.sealed"
  /// The names of the page's files, which are the same for everybody.
  private static let pageNames: Set = [
    "app.webmanifest", "icon-180.png", "icon-192.png", "icon.svg", "index.html", "worker.js",
  ]
  /// The names of files by which hosts of static files are set up: the domain, and that nothing is to be generated.
  private static let hostNames: Set = ["CNAME", ".nojekyll"]
  private static let firstWords = Array("cardvault-wrapped-key1".utf8)

  private let staging: StagingFolder
  private let host: any PocketHost
  private var published: FilePath { staging.path.appending(StagingFolder.publishedName) }
  private var next: FilePath { staging.path.appending(StagingFolder.nextName) }

  /// Prepares this device's folder for a place, and waits while another process uses it.
  ///
  /// - Throws: `PocketError.inUse`, or the system's error; `.transport` if the place must be asked what became of a
  ///   publishing whose end this device did not see.
  package static func at(
    _ target: SyncTarget, _ locations: VaultLocations
  ) async throws(PocketError) -> PocketPlace {
    let place = try await PocketPlace(target, locations)
    try await place.settle()
    return place
  }

  private init(
    _ target: SyncTarget, _ locations: VaultLocations
  ) async throws(PocketError) {
    do throws(SyncError) {
      staging = try await StagingFolder(
        for: target, locations, in: StagingFolder.pocketsName, timeout: .seconds(10),
        isWanted: { true })
    } catch {
      throw if case .vault(let error) = error { .vault(error) } else { .inUse }
    }
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

  /// Finds out what became of a publishing that failed or was killed: its sealed file is there, or it is not.
  private func settle() async throws(PocketError) {
    guard let sent = try? Folder(next).read(Self.sealedName, limit: VaultLayout.fileByteLimit)
    else {
      return forget(next)
    }
    if try await fetched([Self.sealedName])[Self.sealedName] == sent { return try adopt() }
    forget(next)
  }

  /// From now on, what was published next is what this device last published.
  private func adopt() throws(PocketError) {
    forget(published)
    do { try FileManager.default.moveItem(atPath: next.string, toPath: published.string) } catch {
      throw .vault(.io(.ioError, published))
    }
  }

  private func forget(_ copy: FilePath) { try? FileManager.default.removeItem(atPath: copy.string) }

  /// The sealed file that this device last published there; `nil` if it has published none.
  package var file: [UInt8]? {
    try? Folder(published).read(Self.sealedName, limit: VaultLayout.fileByteLimit)
  }

  /// Whether this device has published a pocket anywhere.
  package static func isAnyKnown(at locations: VaultLocations) -> Bool {
    let places = locations.stateDirectory.appending(StagingFolder.pocketsName)
    let names = try? FileManager.default.contentsOfDirectory(atPath: places.string)
    return (names ?? []).contains { name in
      let copy = places.appending(name).appending(StagingFolder.publishedName)
      return FileManager.default.fileExists(atPath: copy.string)
    }
  }

  /// The key of the pocket that this device last published there; `nil` if it has published none.
  package var key: WrappedKey? {
    let file = published.appending(Self.sealedName).string
    guard let sealed = try? EnvelopeFile(file) else { return nil }
    return sealed.wrappedKey
  }

  /// What the newest pocket says that this device put there, or tried to, in milliseconds since 1970; 0 without one.
  ///
  /// Phones refuse what is older than what they have seen, so the next one must be newer even if the clock was wrong.
  package var newest: Int64 {
    let bytes = try? Folder(staging.path).read(StagingFolder.newestName, limit: 32)
    return bytes.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
  }

  /// Makes sure that the place is free, or holds a pocket or parts of one.
  ///
  /// - Throws: `PocketError.notEmpty` if it holds something else.
  package func finding() async throws(PocketError) -> PocketFinding {
    let names = try await namesThere()
    if names.contains(Self.sealedName),
      let file = try await fetched([Self.sealedName])[Self.sealedName],
      file.starts(with: Self.firstWords)
    {
      guard let line = try? key.map(EnvelopeFile.line) else { return .pocket(isKnown: false) }
      return .pocket(isKnown: file.starts(with: line))
    }
    guard names.isSubset(of: ourNames) else { throw .notEmpty }
    return names.isEmpty ? .nothing : .parts
  }

  /// Puts a pocket there.
  ///
  /// - Parameters:
  ///   - files: its files by their names, the sealed one among them.
  ///   - time: when it says that it was published, in milliseconds since 1970.
  /// - Throws: `PocketError.transport`, or the system's error.
  package func publish(
    _ files: [String: [UInt8]], at time: Int64
  ) async throws(PocketError) {
    let next = next
    // The sealed file last: an open page takes it as soon as it is there.
    let names = files.keys.sorted {
      ($0 == Self.sealedName ? 1 : 0, $0) < ($1 == Self.sealedName ? 1 : 0, $1)
    }
    try PocketError.here { () throws(VaultError) in
      try Folder.make(next)
      let folder = try Folder(next)
      for name in names { try folder.write(files[name] ?? [], to: name, existing: .replaced) }
      // Before a phone can see it.
      try Folder(staging.path).write(
        Array(String(time).utf8), to: StagingFolder.newestName, existing: .replaced)
    }
    let host = host
    try await PocketError.there { () throws(TransportProblem) in
      try await host.put(names, from: next)
    }
    try adopt()
  }

  /// Compares what is there with what this device published.
  ///
  /// - Returns: the names of files that differ or are missing, and of those that no pocket has; `nil` if this device has
  ///   published nothing there.
  /// - Throws: `PocketError.transport`.
  package func differences() async throws(PocketError) -> (differing: [String], unknown: [String])?
  {
    guard let names = try? Folder(published).names().sorted(), !names.isEmpty else { return nil }
    let ours: [String: [UInt8]]
    do throws(TransportProblem) {
      ours = try FolderPocketHost.read(names, in: published)
    } catch {
      throw .transport(error)
    }
    let theirs = try await fetched(names)
    let unknown = try await namesThere().subtracting(names).sorted()
    return (names.filter { ours[$0] != theirs[$0] }, unknown)
  }

  /// Removes a pocket's files from the place, and what this device remembers of it.
  ///
  /// - Throws: `PocketError.transport`.
  package func remove() async throws(PocketError) {
    // The sealed file last: by it, the place is known until everything is gone.
    let names = ourNames.subtracting([Self.sealedName]).sorted() + [Self.sealedName]
    let host = host
    try await PocketError.there { () throws(TransportProblem) in try await host.remove(names) }
    forget(published)
  }

  /// The names of a pocket's files, and of those that an earlier version of this program may have put there.
  private var ourNames: Set<String> {
    Self.pageNames.union([Self.sealedName]).union((try? Folder(published).names()) ?? [])
  }

  /// The names at the place but those that set up a host.
  private func namesThere() async throws(PocketError) -> Set<String> {
    let host = host
    return try await PocketError.there { () throws(TransportProblem) in
      try await host.names().subtracting(Self.hostNames)
    }
  }

  private func fetched(_ names: [String]) async throws(PocketError) -> [String: [UInt8]] {
    let host = host
    return try await PocketError.there { () throws(TransportProblem) in try await host.fetch(names)
    }
  }
}

extension PocketError {
  /// Runs an operation on this side.
  fileprivate static func here<Value>(
    _ body: () throws(VaultError) -> Value
  ) throws(PocketError) -> Value {
    do { return try body() } catch { throw .vault(error) }
  }

  /// Runs an operation at the place.
  fileprivate static func there<Value>(
    _ body: () async throws(TransportProblem) -> Value
  ) async throws(PocketError) -> Value {
    do { return try await body() } catch { throw .transport(error) }
  }
}
