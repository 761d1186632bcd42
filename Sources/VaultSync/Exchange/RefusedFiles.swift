internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Files at a target that no held key proved, so that they are not fetched again: by name and length, for as long as
/// the same keys are held.
extension SyncStaging {
  static let refusedName = "refused"

  /// What was refused before.
  func refused(under keys: Set<KeyID>) -> Set<RemoteFile> {
    guard let folder = try? Folder(path),
      let bytes = try? folder.read(Self.refusedName, limit: VaultLayout.fileByteLimit)
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == Self.line(of: keys) else { return [] }
    return Set(lines.dropFirst().compactMap { RemoteFile(line: $0) })
  }

  /// Writes down what was refused; where that fails, it is fetched once more.
  func refuse(_ files: Set<RemoteFile>, under keys: Set<KeyID>) {
    guard files != refused(under: keys), let folder = try? Folder(path) else { return }
    let lines = [Self.line(of: keys)] + files.map(\.line).sorted()
    let bytes = Array(lines.joined(separator: "\n").utf8)
    try? WholeFile.write(
      bytes.span, to: Self.refusedName, in: folder.descriptor, existing: .replaced,
      isDurable: false)
  }

  private static func line(of keys: Set<KeyID>) -> String {
    keys.map(\.description).sorted().joined(separator: " ")
  }
}

extension RemoteFile {
  fileprivate var line: String { "\(byteCount) \(file.path)" }

  fileprivate init?(line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let byteCount = Int(parts[0]) else { return nil }
    let path = parts[1].split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      file: StoredFile(folder: path.count == 2 ? path[0] : nil, name: path[path.count - 1]),
      byteCount: byteCount)
  }
}
