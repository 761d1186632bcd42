internal import FoundationEssentials
internal import VaultFormat

/// What `rclone lsjson` prints of a remote, whose server states names and lengths as it likes.
enum RcloneListing {
  private struct Item: Decodable {
    let Path: String
    let Size: Int
  }

  /// The files in the places of a vault's files.
  ///
  /// - Parameter output: What rclone printed.
  /// - Returns: The files; `nil` if that is no such list.
  static func files(in output: [UInt8]) -> [RemoteFile]? {
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(output)) else { return nil }
    return items.compactMap { item in
      // By bytes: a slash with a mark on it is another character.
      let parts = Array(item.Path.utf8).split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      guard let name = parts.last, parts.count <= 2,
        parts.allSatisfy(VaultLayout.canBeCarried), !VaultLayout.isPassedOver(name)
      else { return nil }
      let folder = parts.count == 2 ? parts[0] : nil
      if let folder, !StoredKind.isFolder(folder) { return nil }
      // Lengths are added up: the longest that a server can state must not overflow.
      let byteCount = max(-1, min(item.Size, VaultLayout.fileByteLimit + 1))
      return RemoteFile(file: StoredFile(folder: folder, name: name), byteCount: byteCount)
    }
  }
}
