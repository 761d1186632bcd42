internal import Csodium
internal import Glibc

/// Files that are there whole or not at all, whenever the machine stops.
package enum WholeFile {
  /// What happens to a file of the same name.
  package enum Existing: Sendable {
    /// It stays and the call fails with `EEXIST`.
    case kept
    /// It is replaced.
    case replaced
  }

  /// How much of a replaced file is on the disk when the call returns; of a new one all is.
  package enum Durability: Sendable {
    /// Nothing is certain: after a power failure the name may lead to nothing, or to a part. For what is checked when it
    /// is read, and can be made again.
    case none
    /// The content is there before its name: it is the old file or the new one.
    case content
    /// The new file is there.
    case name
  }

  /// Reads a plain file.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - folder: the open folder.
  ///   - limit: the most bytes that it may have.
  /// - Returns: all of the file.
  /// - Throws: `EFBIG` when it is longer, `EINVAL` or `ELOOP` when it is no plain file, or what the
  ///   system says.
  package static func read(
    _ name: String, in folder: Int32, limit: Int
  ) throws(SystemFailure) -> [UInt8] {
    let file = try PlainFile(name, in: folder)
    guard file.byteCount <= limit else { throw SystemFailure(code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: file.byteCount)
    var buffer = bytes.mutableSpan
    let count = try file.read(into: &buffer)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Reads the first bytes of a plain file, as many as there are.
  ///
  /// - Throws: as `read`.
  package static func readStart(
    _ name: String, in folder: Int32, byteCount: Int
  ) throws(SystemFailure) -> [UInt8] {
    let file = try PlainFile(name, in: folder)
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var buffer = bytes.mutableSpan
    let count = try file.read(into: &buffer)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes a file with mode 0600: first all of it, then its name.
  ///
  /// A new file has no name at all until the disk has it (`UnnamedFile`), so that nothing is left behind by
  /// a machine or process that stops midway. One that replaces another has a hidden name that nobody can
  /// guess, in the same folder, and is left behind then; see `name(ofTemporary:)`.
  ///
  /// - Parameters:
  ///   - bytes: all of the file.
  ///   - name: its name.
  ///   - folder: the open folder.
  ///   - existing: what happens to a file of that name.
  ///   - durability: what to wait for.
  /// - Throws: the failure of a system call. Then the file is not there; one that was to be replaced is
  ///   there as it was or as it was to be.
  package static func write(
    _ bytes: Span<UInt8>, to name: String, in folder: Int32, existing: Existing,
    durability: Durability = .name
  ) throws(SystemFailure) {
    switch existing {
    case .kept:
      var file = try UnnamedFile(name, in: folder)
      try fill(file.descriptor, with: bytes)
      try file.place()
    case .replaced:
      try replace(name, with: bytes, in: folder, durability)
    }
  }

  private static func replace(
    _ name: String, with bytes: Span<UInt8>, in folder: Int32, _ durability: Durability
  ) throws(SystemFailure) {
    let temporary = temporaryName(for: name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = try SystemFailure.check { unsafe openat(folder, temporary, flags, 0o600) }
    defer { close(file) }
    do throws(SystemFailure) {
      // File systems without modes refuse or ignore this.
      fchmod(file, 0o600)
      try fill(file, with: bytes)
      if durability != .none { try SystemFailure.check { fdatasync(file) } }
      try SystemFailure.check { unsafe renameat(folder, temporary, folder, name) }
    } catch {
      unsafe unlinkat(folder, temporary, 0)
      throw error
    }
    if durability == .name { try sync(folder) }
  }

  /// The name of the file that a temporary file was to be; `nil` when it is none.
  ///
  /// One that nobody is writing any more is of no use and may be removed.
  package static func name(ofTemporary candidate: String) -> String? {
    guard candidate.hasPrefix("."), candidate.hasSuffix(temporarySuffix) else { return nil }
    let rest = candidate.dropFirst().dropLast(temporarySuffix.count)
    let digits = rest.utf8.suffix(2 * randomByteCount)
    let name = rest.dropLast(2 * randomByteCount)
    guard name.hasSuffix("."), name.utf8.count > 1,
      digits.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    return String(name.dropLast())
  }

  /// Opens a folder; the caller closes it.
  package static func openFolder(_ path: String) throws(SystemFailure) -> Int32 {
    try SystemFailure.check { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  private static let temporarySuffix = ".tmp"
  private static let randomByteCount = 8

  /// A hidden name that nobody can guess.
  static func temporaryName(for name: String) -> String {
    let digits = hexadecimal((0..<randomByteCount).map { _ in UInt8.random(in: 0 ... .max) })
    return ".\(name).\(digits)\(temporarySuffix)"
  }

  /// Waits until the disk knows a folder's names, where the file system has a way to say so.
  package static func sync(_ folder: Int32) throws(SystemFailure) {
    do throws(SystemFailure) {
      try SystemFailure.check { fsync(folder) }
    } catch {
      // Some FUSE file systems sync files only.
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
    }
  }

  /// Writes all of `bytes` where the file's end is.
  static func fill(
    _ file: Int32, with bytes: Span<UInt8>
  ) throws(SystemFailure) {
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(done...)
      done += try SystemFailure.check {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      }
    }
  }

  /// Gives the file its name unless there is one of that name.
  static func place(_ temporary: String, as name: String, in folder: Int32)
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
