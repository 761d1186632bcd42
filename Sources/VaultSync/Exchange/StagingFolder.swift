internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// This machine's folder for transfers between one vault folder and one target, used by one process at a time.
struct StagingFolder: ~Copyable {
  static let syncsName = "sync"
  static let pocketsName = "pocket"
  static let cloneName = "clone"
  static let publishedName = "published"
  static let nextName = "next"
  static let newestName = "newest"
  private static let listName = "known"
  /// The file that `FolderLock` creates.
  private static let lockName = "lock"

  let path: FilePath
  private let lock: FolderLock

  /// Makes the folder, and waits while another process uses it.
  ///
  /// - Throws: `SyncError.inUse` if that takes too long, `.stopped`, or the system's error.
  init(
    for target: SyncTarget, _ locations: VaultLocations, in folderName: String = syncsName,
    timeout: Duration, isWanted: () -> Bool
  ) async throws(SyncError) {
    // It only distinguishes folders, and must not reveal whether a guessed password is right.
    let text = "\(target.withoutPassword)\0\(locations.vault.string)"
    let name = String(ContentHash(of: Array(text.utf8).span).description.prefix(32))
    let path = locations.stateDirectory.appending(folderName).appending(name)
    try SyncError.here { () throws(VaultError) in try Folder.make(path) }
    lock = try await Self.lock(path, timeout, isWanted)
    self.path = path
    clear()
  }

  /// Waits without blocking the thread, as Swift has few.
  private static func lock(
    _ path: FilePath, _ timeout: Duration, _ isWanted: () -> Bool
  ) async throws(SyncError) -> FolderLock {
    let clock = ContinuousClock()
    let end = clock.now + timeout
    var waiting: WorkMeter.Count?
    defer { waiting?.end() }
    while true {
      if let lock = try SyncError.here({ () throws(VaultError) in try FolderLock(Folder(path)) }) {
        return lock
      }
      guard clock.now < end else { throw .inUse }
      waiting = waiting ?? WorkMeter.begin(.waiting)
      guard isWanted(), (try? await Task.sleep(for: .milliseconds(20))) != nil else {
        throw .stopped
      }
    }
  }

  deinit {
    clear()
  }

  /// Removes leftovers of earlier transfers; no other process is using the folder.
  private func clear() {
    let kept = [
      Self.lockName, Self.listName, Self.refusedName, Self.cloneName, Self.publishedName,
      Self.nextName, Self.newestName,
    ]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path.string)) ?? []
    where !kept.contains(name) {
      try? FileManager.default.removeItem(atPath: path.appending(name).string)
    }
  }

  /// The names of the files at the target after the last sync; empty before the first one.
  var known: Set<String> {
    Set(lines(of: Self.listName))
  }

  /// The lines of a list; empty if it does not exist.
  func lines(of list: String) -> [String] {
    guard let folder = try? Folder(path),
      let bytes = try? folder.read(list, limit: VaultLayout.fileByteLimit)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Writes a list if the system allows; an empty list has no file.
  func write(_ lines: [String], to list: String) {
    guard lines != self.lines(of: list), let folder = try? Folder(path) else { return }
    if lines.isEmpty {
      _ = folder.remove(StoredFile(folder: nil, name: list))
      return
    }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    try? folder.write(bytes, to: list, existing: .replaced, durability: .content)
  }

  /// Records the files at the target; if that fails, old files may be sent again.
  func remember(_ files: Set<StoredFile>) {
    write(Set(files.map(\.inLowerCase.path)).sorted(), to: Self.listName)
  }

  func transport(to target: SyncTarget) -> any Transport {
    switch target {
    case .folder(let folder): FolderTransport(path: folder)
    case .rclone(let remote): RcloneTransport(remote: remote, transfers: TransferFolder(path))
    case .git(let url):
      GitTransport(
        GitAddress(url), clone: path.appending(Self.cloneName), transfers: TransferFolder(path))
    }
  }
}

extension SyncTarget {
  /// The target without the password in a git URL.
  fileprivate var withoutPassword: SyncTarget {
    if case .git(let url) = self { .git(GitAddress(url).url) } else { self }
  }
}

/// Files at a target that were checked and left there because the key does not prove them, by name and length.
struct Refusals {
  var all: Set<RemoteFile> = []
  /// Refused files that may be good later, because someone may still be writing them or their key is locked: they are
  /// requested again after everything else.
  var undecided: Set<RemoteFile> = []
}

extension StagingFolder {
  static let refusedName = "refused"

  /// The files that were refused while the same key files were here.
  func refused(under keys: Set<KeyID>) -> Refusals {
    let lines = lines(of: Self.refusedName)
    guard lines.first == Self.line(of: keys) else { return Refusals() }
    let read = { (mark: Character) in
      Set(lines.dropFirst().filter { $0.first == mark }.compactMap { RemoteFile(line: $0) })
    }
    let undecided = read("?")
    return Refusals(all: read("!").union(undecided), undecided: undecided)
  }

  /// Records refused files; if that fails, they are fetched again.
  func refuse(_ files: Refusals, under keys: Set<KeyID>) {
    let lines = files.all.map { (files.undecided.contains($0) ? "?" : "!") + " " + $0.line }
    write(lines.isEmpty ? [] : [Self.line(of: keys)] + lines.sorted(), to: Self.refusedName)
  }

  private static func line(of keys: Set<KeyID>) -> String {
    keys.map(\.description).sorted().joined(separator: " ")
  }
}

extension RemoteFile {
  /// Its length and percent-encoded path, as a transport may put line feeds into names.
  fileprivate var line: String {
    "\(byteCount) \(PercentEncoding.text(of: file.path, spaceAsPlus: false))"
  }

  /// Parses a line after its mark.
  fileprivate init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let byteCount = Int(parts[1]) else { return nil }
    let decoded = String(decoding: PercentEncoding.bytes(of: parts[2]), as: UTF8.self)
    let path = decoded.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      file: StoredFile(folder: path.count == 2 ? path[0] : nil, name: path[path.count - 1]),
      byteCount: byteCount)
  }
}
