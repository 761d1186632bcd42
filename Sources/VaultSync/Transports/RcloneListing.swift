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
  /// - Parameters:
  ///   - output: What rclone printed: each file in a line.
  ///   - isCut: Whether it went on, so that the last line may not be whole.
  /// - Returns: The files; `nil` if that is no such list.
  static func files(in output: [UInt8], isCut: Bool = false) -> [RemoteFile]? {
    let whole = isCut ? closed(output) : output
    guard let items = try? JSONDecoder().decode([Item].self, from: Data(whole)) else { return nil }
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

  /// The list without its last line; the bracket before the first file has a line of its own.
  private static func closed(_ output: [UInt8]) -> [UInt8] {
    let lines = output.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast()
    var whole = Array("[".utf8) + lines.joined()
    if whole.last == UInt8(ascii: ",") { whole.removeLast() }
    return whole + Array("]".utf8)
  }
}
