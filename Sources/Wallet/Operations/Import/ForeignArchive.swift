package import ReaderLink
internal import WalletFiles

/// Another wallet's archive, which is opened again for its photos, so that memory need not hold them before.
package struct ForeignArchive: Sendable, Hashable {
  private let source: PictureSource
  private let password: [UInt8]?

  /// How many of its bytes are in memory; 0 for a file.
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

  /// Has a sandboxed reader open it, and passes on the files whose names are wanted, one after the other.
  ///
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
