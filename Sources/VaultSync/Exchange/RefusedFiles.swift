internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// Files at a target that were checked and left there because the key does not prove them, by name and
/// length.
struct Refusals {
  var all: Set<RemoteFile> = []
  /// Those of them that may be good later, because someone may still be writing them or their key is locked;
  /// they are requested again, after everything else.
  var undecided: Set<RemoteFile> = []
}

/// Refused files are not fetched again while the same key files are here.
extension SyncStaging {
  static let refusedName = "refused"

  /// The files refused before.
  func refused(under keys: Set<KeyID>) -> Refusals {
    let lines = lines(of: Self.refusedName)
    guard lines.first == Self.line(of: keys) else { return Refusals() }
    let read = { (mark: Character) in
      Set(lines.dropFirst().filter { $0.first == mark }.compactMap { RemoteFile(line: $0) })
    }
    let undecided = read("?")
    return Refusals(all: read("!").union(undecided), undecided: undecided)
  }

  /// Records refused files; if that fails, they are fetched once more.
  func refuse(_ files: Refusals, under keys: Set<KeyID>) {
    let lines = files.all.map { (files.undecided.contains($0) ? "?" : "!") + " " + $0.line }
    write(lines.isEmpty ? [] : [Self.line(of: keys)] + lines.sorted(), to: Self.refusedName)
  }

  private static func line(of keys: Set<KeyID>) -> String {
    keys.map(\.description).sorted().joined(separator: " ")
  }
}

extension RemoteFile {
  /// Its length and its path, percent-encoded: a transport may put line feeds into names.
  fileprivate var line: String {
    "\(byteCount) \(PercentEncoding.text(of: file.path, spaceAsPlus: false))"
  }

  /// Parses a line after its mark.
  fileprivate init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let byteCount = Int(parts[1]) else { return nil }
    let decoded = String(decoding: PercentEncoding.bytes(of: parts[2]), as: UTF8.self)
    let path = decoded.split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      file: StoredFile(folder: path.count == 2 ? path[0] : nil, name: path[path.count - 1]),
      byteCount: byteCount)
  }
}
