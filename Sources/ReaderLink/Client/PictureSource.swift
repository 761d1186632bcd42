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
    /// Its symbolic links lead back to themselves.
    case linkLoop
    /// The file has more bytes than `ReadRequest.maximumByteCount`.
    case tooLong(megabytes: Int)
    /// The file system failed, with this error number.
    case unreadable(errno: Int32)
  }

  /// All bytes of the picture, or why they cannot be loaded.
  var picture: Result<[UInt8], Failure> { Result { () throws(Failure) in try load() } }

  /// All bytes of a file that may be no picture.
  ///
  /// - Returns: The bytes.
  /// - Throws: Why they cannot be loaded.
  package func contents() throws(Failure) -> [UInt8] { try load() }

  private func load() throws(Failure) -> [UInt8] {
    switch self {
    case .bytes(let bytes):
      guard bytes.count <= ReadRequest.maximumByteCount else {
        throw .tooLong(megabytes: bytes.count >> 20)
      }
      return bytes
    case .file(let path):
      do {
        return try Self.contents(of: path)
      } catch let failure as Failure {
        throw failure
      } catch let errno as Errno {
        switch errno {
        case .noSuchFileOrDirectory, .notDirectory: throw .missing
        case .permissionDenied, .notPermitted: throw .notPermitted
        case .isDirectory, .noSuchAddressOrDevice: throw .notAFile
        case .tooManySymbolicLinkLevels: throw .linkLoop
        default: throw .unreadable(errno: errno.rawValue)
        }
      } catch {
        throw .unreadable(errno: 0)
      }
    }
  }

  private static func contents(of path: FilePath) throws -> [UInt8] {
    // Never wait for a pipe or device: without nonBlocking, opening a FIFO would hang.
    let descriptor = try FileDescriptor.open(
      path, .readOnly, options: [.closeOnExec, .nonBlocking])
    return try descriptor.closeAfter {
      let status = try descriptor.stat()
      guard status.type == .regular else { throw Failure.notAFile }
      let byteCount = Int(status.size)
      guard byteCount <= ReadRequest.maximumByteCount else {
        throw Failure.tooLong(megabytes: byteCount >> 20)
      }
      return try unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, filled in
        while filled < byteCount {
          let rest = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
          let more = try unsafe descriptor.read(into: rest)
          if more == 0 { break }
          filled += more
        }
      }
    }
  }
}
