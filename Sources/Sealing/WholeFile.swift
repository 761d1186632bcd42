internal import Csodium
internal import Glibc

/// A system call that failed, by its `errno`.
package struct SystemFailure: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Makes a call again until no signal interrupts it.
  ///
  /// - Returns: what the call gave, not negative.
  @discardableResult
  package static func check(_ call: () -> Int32) throws(SystemFailure) -> Int32 {
    while true {
      let value = call()
      if value >= 0 { return value }
      if errno != EINTR { throw SystemFailure(code: errno) }
    }
  }
}

/// Files that are there whole or not at all, whenever the machine stops.
package enum WholeFile {
  /// What happens to a file of the same name.
  package enum Existing: Sendable {
    /// It stays and the call fails with `EEXIST`.
    case kept
    /// It is replaced.
    case replaced
  }

  /// Writes a file with mode 0600: temporary file, fsync, then its name, then fsync of the folder.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - name: its name.
  ///   - folder: the open folder.
  ///   - temporary: the name of the temporary file in the same folder; one of that name is overwritten.
  ///     It is left behind only when the machine or process stops midway.
  ///   - existing: what happens to a file of that name.
  ///   - isDurable: whether to wait until the disk has it.
  /// - Throws: the failure of a system call; then the file is not there.
  package static func write(
    _ bytes: Span<UInt8>, to name: String, in folder: Int32, temporary: String,
    existing: Existing, isDurable: Bool = true
  ) throws(SystemFailure) {
    do throws(SystemFailure) {
      try fill(temporary, in: folder, with: bytes, isDurable: isDurable)
      switch existing {
      case .kept: try place(temporary, as: name, in: folder)
      case .replaced: try SystemFailure.check { unsafe renameat(folder, temporary, folder, name) }
      }
    } catch {
      unsafe unlinkat(folder, temporary, 0)
      throw error
    }
    if isDurable { try sync(folder) }
  }

  /// Opens a folder; the caller closes it.
  package static func openFolder(_ path: String) throws(SystemFailure) -> Int32 {
    try SystemFailure.check { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  /// Waits until the disk knows a folder's names, where the file system has a way to say so.
  private static func sync(_ folder: Int32) throws(SystemFailure) {
    do throws(SystemFailure) {
      try SystemFailure.check { fsync(folder) }
    } catch {
      // Some FUSE file systems sync files only.
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
    }
  }

  private static func fill(
    _ name: String, in folder: Int32, with bytes: Span<UInt8>, isDurable: Bool
  ) throws(SystemFailure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let file = try SystemFailure.check { unsafe openat(folder, name, flags, 0o600) }
    defer { close(file) }
    // File systems without modes refuse or ignore this.
    fchmod(file, 0o600)
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(done...)
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { throw SystemFailure(code: errno) }
      done += max(0, count)
    }
    if isDurable { try SystemFailure.check { fsync(file) } }
  }

  /// Gives the file its name unless there is one of that name.
  private static func place(_ temporary: String, as name: String, in folder: Int32)
    throws(SystemFailure)
  {
    do throws(SystemFailure) {
      try SystemFailure.check { unsafe linkat(folder, temporary, folder, name, 0) }
      unsafe unlinkat(folder, temporary, 0)
    } catch {
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      // FAT, exFAT and many FUSE file systems have no hard links.
      try SystemFailure.check { unsafe cardvault_rename_without_overwrite(folder, temporary, name) }
    }
  }
}
