internal import Glibc

/// A new file with mode 0600 that gets its name only once it is completely written.
///
/// Another process may fill it through its descriptor. If the file system supports files without a name,
/// nothing is left behind when the machine or process stops midway; otherwise a hidden file is, as with
/// `WholeFile`.
package struct UnnamedFile: ~Copyable {
  /// The open file, for reading and writing.
  package let descriptor: Int32
  private let folder: Int32
  private let ownsFolder: Bool
  private let name: String
  /// Its hidden name, if it needs one.
  private let temporary: String?
  private var isPlaced = false

  /// Makes an empty file.
  ///
  /// - Throws: `EEXIST` if a file of that name exists, or the system's error.
  package init(_ name: String, in path: String) throws(SystemFailure) {
    let folder = try WholeFile.openFolder(path)
    do throws(SystemFailure) {
      if unsafe faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
        throw SystemFailure(code: EEXIST)
      }
      (descriptor, temporary) = try Self.open(name, in: folder)
    } catch {
      close(folder)
      throw error
    }
    self.folder = folder
    self.name = name
    ownsFolder = true
    // File systems without modes refuse or ignore this.
    fchmod(descriptor, 0o600)
  }

  /// Makes an empty file in an open folder, which remains the caller's.
  init(_ name: String, in folder: Int32) throws(SystemFailure) {
    (descriptor, temporary) = try Self.open(name, in: folder)
    self.folder = folder
    self.name = name
    ownsFolder = false
    fchmod(descriptor, 0o600)
  }

  deinit {
    if let temporary, !isPlaced { unsafe unlinkat(folder, temporary, 0) }
    close(descriptor)
    if ownsFolder { close(folder) }
  }

  /// Appends all of `bytes`.
  package func write(_ bytes: Span<UInt8>) throws(SystemFailure) {
    try WholeFile.fill(descriptor, with: bytes)
  }

  /// The last nine bits of its mode, as stored by the file system.
  package func mode() throws(SystemFailure) -> UInt32 {
    var status = stat()
    try SystemFailure.check { unsafe fstat(descriptor, &status) }
    return status.st_mode & 0o777
  }

  /// Gives the file its name once all of it is on the disk; an existing file of that name is kept, and the call
  /// fails with `EEXIST`.
  package mutating func place() throws(SystemFailure) {
    try SystemFailure.check { fsync(descriptor) }
    if let temporary {
      try WholeFile.place(temporary, as: name, in: folder)
    } else {
      // linkat(2): how an unprivileged process gives its own file a name.
      let own = "/proc/self/fd/\(descriptor)"
      try SystemFailure.check { unsafe linkat(AT_FDCWD, own, folder, name, AT_SYMLINK_FOLLOW) }
    }
    isPlaced = true
    do throws(SystemFailure) {
      try WholeFile.sync(folder)
    } catch {
      withdraw()
      throw error
    }
  }

  /// Removes the file that `place` put there.
  package mutating func withdraw() {
    guard isPlaced else { return }
    unsafe unlinkat(folder, name, 0)
    isPlaced = false
  }

  // Linux, include/uapi/asm-generic/fcntl.h; the C library does not expose it to Swift.
  private static let withoutName = 0o20_000_000 | O_DIRECTORY

  private static func open(
    _ name: String, in folder: Int32
  ) throws(SystemFailure) -> (Int32, String?) {
    let unnamed = unsafe openat(folder, ".", O_RDWR | withoutName | O_CLOEXEC, 0o600)
    if unnamed >= 0, unsafe access("/proc/self/fd/\(unnamed)", F_OK) == 0 { return (unnamed, nil) }
    // EISDIR: the kernel or file system ignores the flag and tries to write to the folder.
    if unnamed >= 0 { close(unnamed) }
    let temporary = WholeFile.temporaryName(for: name)
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return (try SystemFailure.check { unsafe openat(folder, temporary, flags, 0o600) }, temporary)
  }
}
