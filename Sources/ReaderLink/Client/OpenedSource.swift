internal import SystemPackage

/// A picture source that is open, of which parts are read: a file is never in memory as a whole.
struct OpenedSource {
  private enum Place {
    case file(FileDescriptor)
    case bytes([UInt8])
  }

  /// How many bytes it has.
  let byteCount: Int
  private let place: Place

  /// Opens a source; the caller closes it.
  ///
  /// - Throws: Why it cannot be opened.
  init(_ source: PictureSource) throws(PictureSource.Failure) {
    switch source {
    case .bytes(let bytes):
      place = .bytes(bytes)
      byteCount = bytes.count
    case .file(let path):
      do {
        let (descriptor, byteCount) = try Self.opened(path)
        place = .file(descriptor)
        self.byteCount = byteCount
      } catch {
        throw Self.failure(error)
      }
    }
  }

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - offset: Where it begins, at most `byteCount`.
  ///   - limit: How many bytes it has at most; fewer at the end.
  /// - Returns: The part.
  /// - Throws: Why it cannot be read.
  func part(at offset: Int, atMost limit: Int) throws(PictureSource.Failure) -> [UInt8] {
    let count = min(limit, byteCount - offset)
    switch place {
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

  /// Closes it.
  func close() {
    if case .file(let descriptor) = place { try? descriptor.close() }
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
