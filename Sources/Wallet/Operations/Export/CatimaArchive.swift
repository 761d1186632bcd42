internal import Cards
internal import ReaderLink
internal import VaultStore
internal import WalletFiles

/// A Catima export: the table first, and then the pictures.
enum CatimaArchive {
  /// Makes the archive in a sandboxed reader; photos are in it as far as an archive has room.
  ///
  /// Catima looks at a picture's content, not at its name: the photos stay JPEG or WebP files, under the names that it
  /// requires.
  static func made(
    of cards: [Card], _ writing: ForeignWriting, _ vault: Vault,
    _ options: ForeignExport.Options
  ) async throws -> (bytes: [UInt8], photos: ExportedPhotos) {
    let table = Array(writing.text.utf8)
    let indices = Dictionary(uniqueKeysWithValues: Swift.zip(writing.cards, writing.cards.indices))
    let photos = try await ExportedPhotos(
      of: cards.filter { indices[$0.id] != nil }, in: vault,
      room: ArchiveWriteRequest.maxFilesByteCount - table.count,
      limit: ArchiveWriteRequest.maxFileCount - 1, sides: [.front, .back]
    ) { $0 }
    var files = [ArchiveWriteRequest.File(name: CatimaFile.tableName, bytes: table)]
    for photo in photos.chosen {
      if let index = indices[photo.card],
        let name = CatimaFile.pictureName(ofCardAt: index, photo.side)
      {
        files.append(.init(name: name, bytes: photo.file.bytes))
      }
    }
    return (try await Self.zip(files, options), photos)
  }

  /// Has files written as an archive.
  static func zip(
    _ files: [ArchiveWriteRequest.File], _ options: ForeignExport.Options
  ) async throws -> [UInt8] {
    let request = try request(files, password: options.password)
    let count = WorkMeter.begin(.exporting)
    defer { count.end() }
    let writer = ArchiveWriter(executable: try ReaderPool.readerBesideExecutable())
    return try await writer.write(request, onMissing: options.onMissing)
  }

  /// The request to write files as an archive.
  static func request(
    _ files: [ArchiveWriteRequest.File], password: [UInt8]? = nil
  ) throws(ExportRefusal) -> ArchiveWriteRequest {
    guard let request = ArchiveWriteRequest(files: files, password: password) else {
      if let password, ArchiveWriteRequest(files: [], password: password) == nil {
        throw .password(maxByteCount: ArchiveWriteRequest.maxPasswordByteCount)
      }
      throw .tooLarge(limit: ArchiveWriteRequest.maxFilesByteCount)
    }
    return request
  }
}
