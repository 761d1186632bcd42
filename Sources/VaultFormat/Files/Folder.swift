internal import Glibc
package import Sealing
package import SystemPackage

/// An open folder; errors name its path.
package struct Folder: ~Copyable {
  package let descriptor: Int32
  /// Its path; for a folder inside a vault, the vault's path.
  package let path: FilePath

  /// Opens a folder.
  package init(_ path: FilePath) throws(VaultError) {
    self.path = path
    descriptor = try VaultError.naming(path) { () throws(SystemFailure) in
      try WholeFile.openFolder(path.string)
    }
  }

  /// Opens a folder inside another; `nil` if it does not exist.
  package init?(_ name: String, in parent: borrowing Folder) throws(VaultError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let outer = parent.descriptor
    path = parent.path
    do throws(SystemFailure) {
      descriptor = try SystemFailure.check { unsafe openat(outer, name, flags) }
    } catch {
      guard error.code == ENOENT else { throw VaultError(error, path) }
      return nil
    }
  }

  /// Opens the folder that contains a file of a vault.
  package init(of file: StoredFile, in vault: borrowing Folder) throws(VaultError) {
    guard let folder = try Folder(file.folder ?? ".", in: vault) else {
      throw .io(.noSuchFileOrDirectory, vault.path)
    }
    self = folder
  }

  deinit {
    // A child process that another thread is starting may share the descriptor, and would hold the lock until it
    // runs.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens the folder at `path`, or its nearest existing parent.
  package init(nearestTo path: FilePath) throws(VaultError) {
    var path = path
    while true {
      do throws(VaultError) {
        self = try Folder(path.isEmpty ? "." : path)
        return
      } catch {
        guard error.isMissing, path.removeLastComponent() else { throw error }
      }
    }
  }

  /// Makes a folder and its missing parents, mode 0700; existing folders are not changed.
  ///
  /// - Throws: the system's error; it names `file` if there is one, and else the folder.
  package static func make(_ path: FilePath, for file: FilePath? = nil) throws(VaultError) {
    try VaultError.naming(file ?? path) { () throws(SystemFailure) in try makeAll(path) }
  }

  private static func makeAll(_ path: FilePath) throws(SystemFailure) {
    do throws(SystemFailure) {
      try makeLast(path)
    } catch {
      // As for the system, a missing folder has no parent: `missing/..` does not exist.
      guard error.code == ENOENT, path.lastComponent?.kind != .parentDirectory else { throw error }
      let parent = path.removingLastComponent()
      guard !parent.isEmpty else { throw error }
      try makeAll(parent)
      // Not `makeAll`, which would never end below a dangling link: the folder stays missing.
      try makeLast(path)
    }
  }

  private static func makeLast(_ path: FilePath) throws(SystemFailure) {
    do throws(SystemFailure) {
      try SystemFailure.check { unsafe mkdir(path.string, 0o700) }
    } catch {
      if error.code == EEXIST { return }
      throw error
    }
    let parent = path.removingLastComponent()
    let folder = try WholeFile.openFolder(parent.isEmpty ? "." : parent.string)
    defer { close(folder) }
    try WholeFile.sync(folder)
  }

  /// Waits until this folder's names are on the disk.
  package func sync() throws(VaultError) {
    try naming { () throws(SystemFailure) in try WholeFile.sync(descriptor) }
  }

  /// Runs an operation; errors name this folder.
  @discardableResult
  package func naming<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(VaultError) -> Value {
    try VaultError.naming(path, body)
  }

  /// Whether a path leads to this folder, whatever its links and names.
  package func isAt(_ path: FilePath) -> Bool {
    guard let own = try? identity(of: "."), let other = try? Folder(path),
      let theirs = try? other.identity(of: ".")
    else { return false }
    return own == theirs
  }

  /// Makes a folder inside this one, mode 0700, unless it exists; moves anything else of that name aside.
  package func make(_ name: String) throws(VaultError) {
    if unsafe mkdirat(descriptor, name, 0o700) != 0 {
      guard errno == EEXIST else { throw VaultError(SystemFailure(code: errno), path) }
      if isFolder(name) { return }
      try moveAside(name)
      try naming { () throws(SystemFailure) in
        try SystemFailure.check { unsafe mkdirat(descriptor, name, 0o700) }
      }
    }
    try sync()
  }

  /// Whether a folder has this name, not just a link to one.
  package func isFolder(_ name: String) -> Bool { isEntry(name, of: S_IFDIR) }

  /// Whether a regular file has this name, not just a link to one.
  package func isFile(_ name: String) -> Bool { isEntry(name, of: S_IFREG) }

  private func isEntry(_ name: String, of type: mode_t) -> Bool {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == type
  }

  /// Gives an unused name to something whose name the vault needs.
  package func moveAside(_ name: String) throws(VaultError) {
    var aside = "\(name).moved"
    while holds(aside) { aside += ".moved" }
    try naming { () throws(SystemFailure) in
      try SystemFailure.check { unsafe renameat(descriptor, name, descriptor, aside) }
    }
  }

  /// Locks the folder until this value is destroyed.
  ///
  /// - Returns: `false` if another process holds the lock.
  package func lockWhileOpen() -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Whether this folder is `other` or inside it, whatever the links and names.
  package func lies(in other: borrowing Folder) throws(VaultError) -> Bool {
    let wanted = try other.identity(of: ".")
    var path = "."
    var here = try identity(of: path)
    while here != wanted {
      path += "/.."
      let above = try identity(of: path)
      // The parent of the root is the root itself.
      if above == here { return false }
      here = above
    }
    return true
  }

  /// The names that do not start with a dot, in no particular order.
  package func names() throws(VaultError) -> [String] {
    try allNames().filter { !$0.hasPrefix(".") }
  }

  /// At most `limit` names that do not start with a dot, those of a vault's files and folders first.
  package func names(
    upTo limit: Int
  ) throws(VaultError) -> (names: [String], count: Int, isPartial: Bool) {
    // Each folder also has `.` and `..`, and a third extra name shows that there are more.
    let isOurs = { (name: String) in VaultLayout.isOurs(name) || StoredKind.isFolder(name) }
    let all = try allNames(limit: limit + 3) { isOurs(String(decoding: $0, as: UTF8.self)) }
    let names = all.filter { !$0.hasPrefix(".") }
    let count = max(0, all.count - 2)
    guard count > limit else { return (names, count, false) }
    let chosen = names.filter(isOurs) + names.filter { !isOurs($0) }
    return (Array(chosen.prefix(limit)), limit, true)
  }

  /// Whether something of that name exists.
  package func holds(_ name: String) -> Bool {
    unsafe faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Removes temporary files of interrupted writes that are at least this old, as far as the system allows; the
  /// caller knows that nobody is writing these files.
  package func removeTemporaries(for names: Set<String>, olderThan seconds: Int = 0) {
    removeTemporaries(where: names.contains, olderThan: seconds)
  }

  /// The same for all files with such names, up to the limit of names.
  package func removeTemporaries(where isWanted: (String) -> Bool, olderThan seconds: Int) {
    for candidate in (try? allNames(limit: VaultLayout.nameLimit)) ?? [] {
      guard let name = WholeFile.name(ofTemporary: candidate), isWanted(name) else { continue }
      var status = stat()
      guard unsafe fstatat(descriptor, candidate, &status, AT_SYMLINK_NOFOLLOW) == 0,
        seconds == 0 || time(nil) - status.st_mtim.tv_sec > seconds
      else { continue }
      unsafe unlinkat(descriptor, candidate, 0)
    }
  }

  /// Reveals whether someone wrote to a file: its length, device and inode, and when it and its content last
  /// changed, in nanoseconds since 1970.
  package struct FileState: Sendable, Hashable {
    package let byteCount: Int64
    package let changed: Int64
    package let modified: Int64
    package let device: UInt64
    package let inode: UInt64

    package init(
      byteCount: Int64, changed: Int64, modified: Int64, device: UInt64, inode: UInt64
    ) {
      self.byteCount = byteCount
      self.changed = changed
      self.modified = modified
      self.device = device
      self.inode = inode
    }
  }

  /// The state of a file; `nil` if it does not exist.
  package func state(of file: StoredFile) -> FileState? {
    var status = stat()
    guard unsafe fstatat(descriptor, file.path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    let nanoseconds =
      { Int64($0.tv_sec) * 1_000_000_000 + Int64($0.tv_nsec) } as (timespec) -> Int64
    return FileState(
      byteCount: Int64(status.st_size), changed: nanoseconds(status.st_ctim),
      modified: nanoseconds(status.st_mtim), device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino))
  }

  /// The length of a file; 0 if unknown.
  package func byteCount(of file: StoredFile) -> Int {
    var status = stat()
    let code = unsafe fstatat(descriptor, file.path, &status, AT_SYMLINK_NOFOLLOW)
    return code == 0 ? Int(status.st_size) : 0
  }

  /// The smallest of a vault's headers or notices, with at most `byteLimit` bytes in all, so that a flood of larger
  /// ones hides none.
  ///
  /// - Returns: the files, ordered by name, and whether these are all.
  package func smallest(
    of files: [StoredFile], byteLimit: Int = VaultLayout.keyFilesByteLimit
  ) -> (files: [StoredFile], isAll: Bool) {
    let sized = files.map { file in
      // Only the start of a longer one is read.
      (byteCount: min(byteCount(of: file), StoredKind.vault.byteLimit), file: file)
    }.sorted { ($0.byteCount, $0.file) < ($1.byteCount, $1.file) }
    var rest = byteLimit
    let chosen = sized.prefix { byteCount, _ in
      rest -= byteCount
      return rest >= 0
    }
    return (chosen.map(\.file).sorted(), chosen.count == files.count)
  }

  /// Removes a file without waiting for the disk.
  ///
  /// - Returns: whether it is gone.
  package func remove(_ file: StoredFile) -> Bool {
    (try? SystemFailure.check { unsafe unlinkat(descriptor, file.path, 0) }) != nil
  }

  /// Whether two names refer to one file without a third name, as where case makes no difference.
  package func isOne(_ file: StoredFile, _ other: StoredFile) -> Bool {
    var (status, otherStatus) = (stat(), stat())
    guard unsafe fstatat(descriptor, file.path, &status, AT_SYMLINK_NOFOLLOW) == 0,
      unsafe fstatat(descriptor, other.path, &otherStatus, AT_SYMLINK_NOFOLLOW) == 0
    else { return false }
    return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
      && status.st_nlink == 1
  }

  /// Renames a file without waiting for the disk.
  ///
  /// - Returns: whether it now has that name.
  package func rename(_ file: StoredFile, to other: StoredFile) -> Bool {
    unsafe renameat(descriptor, file.path, descriptor, other.path) == 0
  }

  /// Reads a regular file.
  ///
  /// - Throws: like `WholeFile.read`.
  package func read(_ name: String, limit: Int) throws(VaultError) -> [UInt8] {
    try naming { () throws(SystemFailure) in
      try WholeFile.read(name, in: descriptor, limit: limit)
    }
  }

  /// Reads the first `byteCount` bytes of a regular file, or all if it is shorter.
  package func start(of name: String, byteCount: Int) throws(VaultError) -> [UInt8] {
    try naming { () throws(SystemFailure) in
      try WholeFile.readStart(name, in: descriptor, byteCount: byteCount)
    }
  }

  /// Writes a complete file or none.
  ///
  /// - Throws: like `WholeFile.write`.
  package func write(
    _ bytes: [UInt8], to name: String, existing: WholeFile.Existing,
    durability: WholeFile.Durability = .name
  ) throws(VaultError) {
    try naming { () throws(SystemFailure) in
      try WholeFile.write(
        bytes.span, to: name, in: descriptor, existing: existing, durability: durability)
    }
  }

  private func identity(of path: String) throws(VaultError) -> [UInt64] {
    var status = stat()
    try naming { () throws(SystemFailure) in
      try SystemFailure.check { unsafe fstatat(descriptor, path, &status, 0) }
    }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  private func allNames(
    limit: Int = .max, wanting isWanted: ([UInt8]) -> Bool = { _ in false }
  ) throws(VaultError) -> [String] {
    try naming { () throws(SystemFailure) in
      try FolderListing.names(in: descriptor, limit: limit, wanting: isWanted).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
