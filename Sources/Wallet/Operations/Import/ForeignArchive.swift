package import ReaderLink
internal import WalletFiles

/// Another wallet's archive that was read: it is opened again for its photos, so that they are not in memory before.
package struct ForeignArchive: Sendable, Hashable {
  private let source: PictureSource
  private let password: [UInt8]?

  /// How many bytes of it are in memory: none of a file's.
  package var heldByteCount: Int {
    switch source {
    case .bytes(let bytes): bytes.count
    case .file: 0
    }
  }

  /// Takes an archive; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - source: Where it is.
  ///   - password: Its password; `nil` without one.
  package init(_ source: PictureSource, password: [UInt8]?) {
    self.source = source
    self.password = password
  }

  /// Has it opened by a sandboxed reader.
  ///
  /// - Parameters:
  ///   - opener: Who opens it, and perhaps others.
  ///   - onMissing: Called with the names of the protections that this kernel lacks.
  ///   - isWanted: Whether the bytes of a file with this name are wanted.
  ///   - onFile: Gets the name and the bytes of each file that is wanted, one after the other.
  /// - Returns: What is in it.
  /// - Throws: `ForeignProblem.unopenable` or `.wrongPassword`, `PictureSource.Failure`, `ReaderLinkError`, and what
  ///   `onFile` throws.
  func open(
    by opener: ArchiveOpener, onMissing: ([String]) -> Void, keeping isWanted: (String) -> Bool,
    onFile: (String, [UInt8]) async throws -> Void
  ) async throws -> OpenedArchive {
    guard ArchiveRequest(byteCount: 0, password: password) != nil else {
      throw ForeignProblem.wrongPassword
    }
    do {
      return try await opener.open(
        source, password: password, onMissing: onMissing, keeping: isWanted, onFile: onFile)
    } catch let error as ReaderLinkError {
      switch error {
      // It was this archive that the reader could not cope with.
      case .broken, .timedOut: throw ForeignProblem.unopenable
      default: throw error
      }
    }
  }
}
