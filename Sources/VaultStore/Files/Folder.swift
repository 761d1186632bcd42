internal import Glibc
internal import Sealing
internal import SystemPackage

/// An open folder.
struct Folder: ~Copyable {
  let descriptor: Int32

  /// Opens a folder.
  init(_ path: FilePath) throws(SystemFailure) {
    descriptor = try WholeFile.openFolder(path.string)
  }

  /// Opens a folder inside another one; `nil` when it is not there.
  init?(_ name: String, in parent: borrowing Folder) throws(SystemFailure) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let outer = parent.descriptor
    do throws(SystemFailure) {
      descriptor = try SystemFailure.check { unsafe openat(outer, name, flags) }
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// Makes a folder and those above it that are missing, mode 0700; one that is there stays as it is.
  static func make(_ path: FilePath) throws(SystemFailure) {
    if unsafe mkdir(path.string, 0o700) == 0 {
      let parent = path.removingLastComponent()
      let folder = try Folder(parent.isEmpty ? "." : parent)
      fsync(folder.descriptor)
      return
    }
    switch errno {
    case EEXIST:
      return
    case ENOENT where !path.removingLastComponent().isEmpty:
      try make(path.removingLastComponent())
      try make(path)
    case let code:
      throw SystemFailure(code: code)
    }
  }

  /// Makes a folder inside this one, mode 0700, unless it is there.
  func make(_ name: String) throws(SystemFailure) {
    if unsafe mkdirat(descriptor, name, 0o700) == 0 {
      fsync(descriptor)
    } else if errno != EEXIST {
      throw SystemFailure(code: errno)
    }
  }

  /// The names of plain files and folders that do not begin with a dot, in no order.
  func names() throws(SystemFailure) -> [String] {
    let copy = try SystemFailure.check { unsafe openat(descriptor, ".", O_RDONLY | O_CLOEXEC) }
    guard let stream = unsafe fdopendir(copy) else {
      let code = errno
      close(copy)
      throw SystemFailure(code: code)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    guard errno == 0 else { throw SystemFailure(code: errno) }
    return names
  }

  /// Whether something of that name is there.
  func holds(_ name: String) -> Bool {
    unsafe faccessat(descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Removes a file if it is there.
  func remove(_ name: String) {
    unsafe unlinkat(descriptor, name, 0)
  }

  /// Reads a plain file.
  ///
  /// - Throws: `EFBIG` when it is longer than `limit`, `EINVAL` when it is no plain file, or what the
  ///   system says.
  func read(_ name: String, limit: Int) throws(SystemFailure) -> [UInt8] {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = try SystemFailure.check { unsafe openat(descriptor, name, flags) }
    defer { close(file) }
    var status = stat()
    try SystemFailure.check { unsafe fstat(file, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(code: EINVAL) }
    guard status.st_size <= limit else { throw SystemFailure(code: EFBIG) }
    let size = Int(status.st_size)
    var (done, code): (Int, Int32) = (0, 0)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while done < size, let start = buffer.baseAddress {
        let count = unsafe Glibc.read(file, start + done, size - done)
        if count == 0 { break }
        if count < 0 && errno != EINTR {
          code = errno
          break
        }
        done += max(0, count)
      }
      count = done
    }
    guard code == 0 else { throw SystemFailure(code: code) }
    return bytes
  }
}
