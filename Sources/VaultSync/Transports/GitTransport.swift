internal import Sealing
internal import Synchronization
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Transfers files through a git repository that looks like a vault's folder.
///
/// Readers of the repository see an author and a message that never change, and the times of syncs. Removed files
/// stay in its history. Losing the clone does not matter, as everything is also in the repository or the vault.
final class GitTransport: Transport {
  private let clone: GitClone
  private var transfers: TransferFolder { clone.transfers }
  private let state = Mutex(State())

  private static let message = "cardvault sync"
  /// The id of a missing object, in a repository with ids of 40 digits.
  private static let none = String(repeating: "0", count: 40)
  /// How many files are requested at once.
  private static let countLimit = 4_096

  /// A file in the repository.
  private struct Entry {
    let id: String
    let byteCount: Int
  }

  /// The files at the target, and the pending changes.
  private struct State {
    var tip = GitListing.Tip()
    var entries: [StoredFile: Entry] = [:]
    /// The new files' ids; `nil` for files to be removed.
    var changes: [StoredFile: String?] = [:]
    /// Files with the names of a vault's folders, which will replace them.
    var obstacles: Set<String> = []
  }

  init(
    _ address: GitAddress, clone: FilePath, transfers: TransferFolder,
    byteLimit: Int = GitClone.usualByteLimit
  ) {
    self.clone = GitClone(
      address: address, path: clone.absolute, transfers: transfers, byteLimit: byteLimit)
  }

  func files() async throws(TransportProblem) -> RemoteListing {
    if let name = clone.address.unlimitedProtocol {
      throw .failed(
        program: "git", words: "\(name) is not allowed here: use ssh, https, http or a path")
    }
    var tip = try await clone.tip()
    var listed: Listed?
    if clone.exists {
      clone.removeTemporaries()
      do throws(TransportProblem) {
        listed = try await bring(&tip)
      } catch {
        if case .programMissing = error { throw error }
      }
    }
    if listed == nil {
      // There is no clone yet, or it is broken or too large.
      try await clone.make()
      listed = try await bring(&tip)
    }
    let found = listed ?? Listed()
    let entries = found.entries
    state.withLock { [tip] in ($0.tip, $0.entries, $0.changes) = (tip, entries, [:]) }
    return RemoteListing(
      entries.map { RemoteFile(file: $0.key, byteCount: $0.value.byteCount) }, isCut: found.isCut)
  }

  /// The files of a commit.
  private struct Listed {
    var entries: [StoredFile: Entry] = [:]
    /// Whether there are more.
    var isCut = false
  }

  /// Brings the clone up to date with the repository, and lists it.
  private func bring(_ tip: inout GitListing.Tip) async throws(TransportProblem) -> Listed {
    guard let commit = tip.commit else { return Listed() }
    let fetched = try await clone.fetch(tip.branch, at: commit)
    tip.commit = fetched
    var listed = Listed()
    let root = try await list(fetched, [], &listed)
    let folders = root.filter { StoredKind.isFolder($0.path[0]) }
    for name in StoredKind.allCases.compactMap(\.folder) {
      // Its proper name first, which a flood of others may hide in the root.
      let capitals = folders.filter { $0.isFolder && $0.path[0].lowercased() == name }
        .map(\.path[0]).filter { $0 != name }
      _ = try await list(fetched, ([name] + capitals).map { $0 + "/" }, &listed)
    }
    let obstacles = Set(folders.filter { !$0.isFolder }.map(\.path[0]))
    state.withLock { $0.obstacles = obstacles }
    return listed
  }

  /// Lists the root, or folders in it, and adds the files to `listed`.
  private func list(
    _ commit: String, _ folders: [String], _ listed: inout Listed
  ) async throws(TransportProblem) -> [GitListing.Entry] {
    let ending = try await clone.succeed(
      ["ls-tree", "-l", "-z", commit] + folders, cutAt: Program.listingByteLimit)
    if ending.isCut { listed.isCut = true }
    let depth = folders.isEmpty ? 1 : 2
    let entries = GitListing.entries(in: ending.output, isCut: ending.isCut).filter {
      $0.path.count == depth
    }
    for entry in entries where entry.isFile {
      let name = entry.path[depth - 1]
      guard !VaultLayout.isPassedOver(name), depth == 2 || !StoredKind.isFolder(name) else {
        continue
      }
      let file = StoredFile(folder: depth == 2 ? entry.path[0] : nil, name: name)
      listed.entries[file] = Entry(id: entry.id, byteCount: entry.byteCount)
    }
    return entries
  }

  func fetch(_ files: [StoredFile]) async throws(TransportProblem) -> FilePath {
    let incoming = try transfers.emptied()
    let entries = state.withLock { $0.entries }
    var rest = files.compactMap { file in entries[file].map { (file, $0) } }.filter { file, entry in
      entry.byteCount <= file.kind?.byteLimit ?? VaultLayout.fileByteLimit
    }[...]
    while !rest.isEmpty {
      var byteCount = 0
      let part = rest.prefix(Self.countLimit).prefix { _, entry in
        byteCount += entry.byteCount
        return byteCount <= VaultLayout.fileByteLimit
      }
      rest = rest.dropFirst(part.count)
      try await fetch(Array(part), into: incoming)
    }
    return incoming
  }

  /// Makes git print files one after another, and writes them.
  private func fetch(
    _ files: [(StoredFile, Entry)], into path: FilePath
  ) async throws(TransportProblem) {
    let list = try transfers.list(files.map(\.1.id))
    let printed = try await clone.run(["cat-file", "--batch", "--buffer"], input: list)
    guard printed.isSuccess else {
      // The clone is broken; the next sync fills a new one.
      try await clone.make()
      throw clone.problem(printed)
    }
    var output = printed.output[...]
    for (file, _) in files {
      // Id, type and length; or the missing id and `missing`.
      let heading = output.prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: heading, as: UTF8.self).split(separator: " ")
      output = output.dropFirst(heading.count + 1)
      guard words.count == 3, let byteCount = Int(words[2]) else { continue }
      try write(output.prefix(byteCount), to: file, in: path)
      output = output.dropFirst(byteCount + 1)
    }
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, to file: StoredFile, in path: FilePath
  ) throws(TransportProblem) {
    let folder = file.folder.map { path.appending($0) } ?? path
    do {
      try Folder.make(folder)
      let written = try FileDescriptor.open(
        folder.appending(file.name), .writeOnly,
        options: [.create, .truncate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
      try written.closeAfter { _ = try written.writeAll(bytes) }
    } catch let error as VaultError {
      throw TransportProblem(error)
    } catch {
      throw .system(error as? Errno ?? .ioError, folder)
    }
  }

  func send(_ files: [StoredFile], from vault: FilePath) async throws(TransportProblem) {
    let list = try transfers.list(files.map(\.path))
    let written = try await clone.succeed(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], in: vault, input: list)
    let ids = String(decoding: written.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard ids.count == files.count, let folder = try? Folder(vault) else {
      throw clone.problem("it left out files")
    }
    let lengths = files.map { folder.byteCount(of: $0) }
    state.withLock { state in
      for (number, file) in files.enumerated() {
        let id = String(ids[number])
        state.entries[file] = Entry(id: id, byteCount: lengths[number])
        state.changes[file] = .some(id)
      }
    }
  }

  func remove(_ files: [StoredFile]) {
    state.withLock { state in
      for file in files {
        state.entries[file] = nil
        state.changes[file] = .some(nil)
      }
    }
  }

  func publish() async throws(TransportProblem) -> Bool {
    let (tip, changes, obstacles) = state.withLock { ($0.tip, $0.changes, $0.obstacles) }
    guard !changes.isEmpty else { return true }
    try await clone.succeed(["read-tree", tip.commit ?? "--empty"])
    let gone = obstacles.intersection(changes.keys.compactMap(\.folder))
    let lines =
      gone.map { "0 \(Self.none)\t\($0)" }
      + changes.map { file, id in
        "\(id == nil ? "0" : "100644") \(id ?? Self.none)\t\(file.path)"
      }
    try await clone.succeed(
      ["update-index", "-z", "--index-info"], input: try transfers.list(lines, endedBy: "\0"))
    let tree = try await clone.succeed(["write-tree", "--missing-ok"]).line
    if let commit = tip.commit,
      try await clone.succeed(["rev-parse", "--verify", "\(commit)^{tree}"]).line == tree
    {
      return true
    }
    let parent = tip.commit.map { ["-p", $0] } ?? []
    let commit = try await clone.succeed(
      ["commit-tree", "--no-gpg-sign"] + parent + ["-m", Self.message, tree]
    ).line
    let pushed = try await clone.run(
      [
        "push", "--quiet", "--no-verify", GitClone.remote,
        "\(commit):\(GitListing.branches)\(tip.branch)",
      ], with: clone.connection)
    if pushed.isSuccess { return true }
    // Another device may have pushed meanwhile; otherwise it is a failure.
    guard try await clone.tip() != tip else { throw clone.problem(pushed) }
    return false
  }
}
