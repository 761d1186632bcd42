internal import Cards
public import SystemPackage

/// Where a picture's bytes come from.
public enum PictureSource: Sendable, Hashable {
  /// A file on this machine.
  case file(FilePath)
  /// Bytes that are already in memory, for example from standard input.
  case bytes([UInt8])

  /// Why a picture could not be loaded for a reader.
  public enum Failure: Error, Sendable, Hashable {
    /// There is no such file.
    case missing
    /// The file's permissions, or those of a folder above it, forbid it.
    case notPermitted
    /// It is a folder, device or pipe.
    case notAFile
    /// It is a loop of symbolic links.
    case linkLoop
    /// The file has more bytes than `ReadRequest.maxByteCount`.
    case tooLong(megabytes: Int)
    /// The file system failed, with this error number.
    case unreadable(errno: Int32)

    /// Megabytes of 2 to the power of 20 bytes, rounded up: a file over the limit is never called as large as it.
    static func megabytes(of byteCount: Int) -> Int { (byteCount + (1 << 20) - 1) >> 20 }
  }

  /// All bytes of the picture, or why they cannot be loaded.
  var picture: Result<[UInt8], Failure> { Result { () throws(Failure) in try load() } }

  /// All bytes of a file, which need not be a picture.
  ///
  /// - Throws: Why they cannot be loaded.
  package func contents() throws(Failure) -> [UInt8] { try load() }

  /// The first bytes of a file of any size, which need not be a picture.
  ///
  /// - Parameter byteCount: How many; a shorter file has fewer.
  /// - Returns: The bytes.
  /// - Throws: Why they cannot be loaded.
  package func beginning(_ byteCount: Int) throws(Failure) -> [UInt8] {
    try load(atMost: byteCount)
  }

  /// The last bytes of a file of any size, which need not be a picture.
  ///
  /// - Parameter byteCount: How many; a shorter file has fewer.
  /// - Returns: The bytes.
  /// - Throws: Why they cannot be loaded.
  package func ending(_ byteCount: Int) throws(Failure) -> [UInt8] {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    return try opened.part(at: max(0, opened.byteCount - byteCount), atMost: byteCount)
  }

  /// How many bytes a file has, which need not be a picture.
  ///
  /// - Returns: The length.
  /// - Throws: Why it is unknown.
  package func byteCount() throws(Failure) -> Int {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    return opened.byteCount
  }

  private func load(atMost limit: Int = .max) throws(Failure) -> [UInt8] {
    let opened = try OpenedSource(self)
    defer { opened.close() }
    let byteCount = min(opened.byteCount, limit)
    guard byteCount <= ReadRequest.maxByteCount else {
      throw .tooLong(megabytes: Failure.megabytes(of: byteCount))
    }
    return try opened.part(at: 0, atMost: byteCount)
  }
}

/// An open picture source that is read in parts: a file need not be in memory as a whole.
struct OpenedSource {
  private enum Contents {
    case file(FileDescriptor)
    case bytes([UInt8])
  }

  /// How many bytes it has.
  let byteCount: Int
  private let contents: Contents

  /// Opens a source; the caller closes it.
  init(_ source: PictureSource) throws(PictureSource.Failure) {
    switch source {
    case .bytes(let bytes):
      contents = .bytes(bytes)
      byteCount = bytes.count
    case .file(let path):
      do {
        let (descriptor, byteCount) = try Self.opened(path)
        contents = .file(descriptor)
        self.byteCount = byteCount
      } catch {
        throw Self.failure(error)
      }
    }
  }

  /// The bytes from an offset, which is at most `byteCount`; fewer than `limit` at the end.
  func part(at offset: Int, atMost limit: Int) throws(PictureSource.Failure) -> [UInt8] {
    let count = min(limit, byteCount - offset)
    switch contents {
    case .bytes(let bytes):
      return count == bytes.count ? bytes : Array(bytes[offset..<(offset + count)])
    case .file(let descriptor):
      do {
        return try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          while filled < count {
            let rest = unsafe UnsafeMutableRawBufferPointer(
              rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
            let more = try unsafe descriptor.read(
              fromAbsoluteOffset: Int64(offset + filled), into: rest)
            if more == 0 { break }
            filled += more
          }
        }
      } catch {
        throw Self.failure(error)
      }
    }
  }

  func close() {
    if case .file(let descriptor) = contents { try? descriptor.close() }
  }

  private static func opened(_ path: FilePath) throws -> (FileDescriptor, byteCount: Int) {
    // Never wait for a pipe or device: without nonBlocking, opening a FIFO would hang.
    let descriptor = try FileDescriptor.open(
      path, .readOnly, options: [.closeOnExec, .nonBlocking])
    do {
      let status = try descriptor.stat()
      guard status.type == .regular else { throw PictureSource.Failure.notAFile }
      return (descriptor, byteCount: Int(status.size))
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  private static func failure(_ error: any Error) -> PictureSource.Failure {
    if let failure = error as? PictureSource.Failure { return failure }
    guard let errno = error as? Errno else { return .unreadable(errno: 0) }
    return switch errno {
    case .noSuchFileOrDirectory, .notDirectory: .missing
    case .permissionDenied, .notPermitted: .notPermitted
    case .isDirectory, .noSuchAddressOrDevice: .notAFile
    case .tooManySymbolicLinkLevels: .linkLoop
    default: .unreadable(errno: errno.rawValue)
    }
  }
}
