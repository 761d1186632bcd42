internal import ReaderLink
internal import WalletFiles

/// An archive of no wallet's cards, but of photos and documents.
package struct PhotoArchive: Sendable, Hashable {
  /// As soon as files of an archive have as many bytes together, they are read: 8 MiB, two photos of a phone.
  private static let batchByteCount = 8 << 20

  /// Its path as typed; empty for an upload.
  package let path: String
  /// The names of its photos.
  package let names: [String]
  private let archive: ForeignArchive

  /// Takes an archive with photos of these names.
  init(_ archive: ForeignArchive, of path: String, photos names: [String]) {
    self.archive = archive
    self.path = path
    self.names = names
  }

  /// Has a sandboxed reader open it once more, and passes on a few photos at a time, named after the archive and the file.
  ///
  /// - Throws: As `ForeignArchive.open`, and what `onPhotos` throws.
  package func open(
    onMissing: ([String]) -> Void, onPhotos: ([PictureSelection.Picture]) async throws -> Void
  ) async throws {
    let wanted = Set(names)
    var batch: [PictureSelection.Picture] = []
    var byteCount = 0
    _ = try await archive.open(
      by: ArchiveOpener(), onMissing: onMissing, keeping: wanted.contains
    ) { name, bytes in
      batch.append((name: path.isEmpty ? name : "\(path)/\(name)", source: .bytes(bytes)))
      byteCount += bytes.count
      if byteCount < Self.batchByteCount { return }
      let full = batch
      batch = []
      byteCount = 0
      try await onPhotos(full)
    }
    if !batch.isEmpty { try await onPhotos(batch) }
  }
}
