internal import Csodium
internal import Glibc

/// Files that exist either whole or not at all, no matter when the machine stops.
package enum WholeFile {
  /// What happens to an existing file of the same name.
  package enum Existing: Sendable {
    /// It is kept and the call fails with `EEXIST`.
    case kept
    /// It is replaced.
    case replaced
  }

  /// How much of a replaced file is on the disk when the call returns; a new file always is completely.
  package enum Durability: Sendable {
    /// Nothing is guaranteed: after a power failure the file may be missing or partial. For data that is
    /// checked when read and can be recreated.
    case none
    /// The content is on the disk before the name: a crash leaves the old file or the new one.
    case content
    /// The new file is on the disk under its name.
    case name
  }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - folder: the open folder.
  ///   - limit: the most bytes that it may have.
  /// - Returns: the whole file.
  /// - Throws: `EFBIG` if it is longer, `EINVAL` or `ELOOP` if it is not a regular file, or the system's error.
  package static func read(
    _ name: String, in folder: Int32, limit: Int
  ) throws(SystemFailure) -> [UInt8] {
    let file = try PlainFile(name, in: folder)
    guard file.byteCount <= limit else { throw SystemFailure(code: EFBIG) }
    return try start(of: file, byteCount: file.byteCount)
  }

  /// Reads the first `byteCount` bytes of a regular file, or all if it is shorter.
  ///
  /// - Throws: like `read`, without a limit.
  package static func readStart(
    _ name: String, in folder: Int32, byteCount: Int
  ) throws(SystemFailure) -> [UInt8] {
    try start(of: PlainFile(name, in: folder), byteCount: byteCount)
  }

  private static func start(
    of file: borrowing PlainFile, byteCount: Int
  ) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var buffer = bytes.mutableSpan
    let count = try file.read(into: &buffer)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes a file with mode 0600: first all of it, then its name.
  ///
  /// A new file has no name until it is on the disk (`UnnamedFile`), so that a machine or process that stops
  /// midway leaves nothing behind. A replacement first gets a hidden, unguessable name in the same folder,
  /// which may be left behind; see `name(ofTemporary:)`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: its name.
  ///   - folder: the open folder.
  ///   - existing: what happens to an existing file of that name.
  ///   - durability: what to wait for.
  /// - Throws: the failure of a system call. A new file then does not exist; a file to be replaced is either
  ///   the old or the new one.
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

  /// The name that a temporary file was meant to get; `nil` if it is not a temporary file.
  ///
  /// Once nobody is writing it any more, it is useless and may be removed.
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

  /// A hidden, unguessable name.
  static func temporaryName(for name: String) -> String {
    let digits = hexadecimal((0..<randomByteCount).map { _ in UInt8.random(in: 0 ... .max) })
    return ".\(name).\(digits)\(temporarySuffix)"
  }

  /// Waits until a folder's names are on the disk, if the file system supports that.
  package static func sync(_ folder: Int32) throws(SystemFailure) {
    do throws(SystemFailure) {
      try SystemFailure.check { fsync(folder) }
    } catch {
      // Some FUSE file systems only sync files.
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
    }
  }

  /// Exchanges two files or folders of one file system atomically.
  ///
  /// - Throws: the system's error, such as `EINVAL` if the file system cannot do that.
  package static func exchange(_ one: String, _ other: String) throws(SystemFailure) {
    try SystemFailure.check { unsafe cardvault_exchange(one, other) }
  }

  /// Appends all of `bytes` to the file.
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

  /// Gives the file its name unless a file of that name exists.
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

/// A failed system call, identified by its `errno`.
package struct SystemFailure: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Repeats a call as long as signals interrupt it.
  ///
  /// - Returns: the call's result, not negative.
  @discardableResult
  package static func check<Value: SignedInteger>(
    _ call: () -> Value
  ) throws(SystemFailure) -> Value {
    while true {
      let value = call()
      if value >= 0 { return value }
      if errno != EINTR { throw SystemFailure(code: errno) }
    }
  }
}
