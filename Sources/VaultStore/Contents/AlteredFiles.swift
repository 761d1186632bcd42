package import Sealing
package import VaultFormat

extension StoredFile {
  /// Whether it is a file, and its name a hash that does not match its content.
  package func isAltered(in folder: borrowing Folder) -> Bool {
    guard let hash = StoredKind.allCases.lazy.compactMap({ $0.hash(in: name.lowercased()) }).first,
      folder.isFile(path)
    else { return false }
    let bytes = try? folder.read(path, limit: VaultLayout.fileByteLimit)
    return bytes.map { ContentHash(of: $0.span) != hash } ?? true
  }
}

extension Segment {
  /// The photos it refers to.
  package var photos: [ContentHash] {
    revisions.flatMap { PhotoReferences($0).list.map(\.identity) }
  }
}
