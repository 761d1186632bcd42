internal import Sealing
internal import SystemPackage

/// Files at a target that were looked at and left there, by name and length: nothing that counts proved them.
struct Refusals {
  var all: Set<CarriedFile> = []
  /// Those of them that may be good another time, as somebody may still be writing them, or their key is locked: they
  /// are asked for again, behind everything else.
  var undecided: Set<CarriedFile> = []
}

/// What was refused is not fetched again for as long as the same key files are here.
extension SyncWorkshop {
  static let refusedName = "refused"

  /// What was refused before.
  func refused(under keys: Set<KeyID>) -> Refusals {
    let lines = lines(of: Self.refusedName)
    guard lines.first == Self.line(of: keys) else { return Refusals() }
    let read = { (mark: Character) in
      Set(lines.dropFirst().filter { $0.first == mark }.compactMap { CarriedFile(line: $0) })
    }
    let undecided = read("?")
    return Refusals(all: read("!").union(undecided), undecided: undecided)
  }

  /// Writes down what was refused; where that fails, it is fetched once more.
  func refuse(_ files: Refusals, under keys: Set<KeyID>) {
    let lines = files.all.map { (files.undecided.contains($0) ? "?" : "!") + " " + $0.line }
    write(lines.isEmpty ? [] : [Self.line(of: keys)] + lines.sorted(), to: Self.refusedName)
  }

  private static func line(of keys: Set<KeyID>) -> String {
    keys.map(\.description).sorted().joined(separator: " ")
  }
}

extension CarriedFile {
  fileprivate var line: String { "\(byteCount) \(file.path)" }

  /// Reads a line behind its mark.
  fileprivate init?(line: String) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let byteCount = Int(parts[1]) else { return nil }
    let path = parts[2].split(separator: "/", maxSplits: 1).map(String.init)
    self.init(
      file: StoredFile(folder: path.count == 2 ? path[0] : nil, name: path[path.count - 1]),
      byteCount: byteCount)
  }
}
