internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// A folder for what is on its way: lists for other programs, and what these bring.
struct TransferFolder: Sendable {
  /// Absolute, as no program takes that for anything but a folder of this machine.
  let path: FilePath

  private static let listName = "list"
  private static let incoming = "incoming"

  init(_ path: FilePath) {
    self.path = path.absolute
  }

  /// Half of what is free on the disk: whatever a target sends, as much as that stays free.
  var room: Int {
    var status = statvfs()
    guard unsafe statvfs(path.string, &status) == 0 else { return 0 }
    let (byteCount, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return Int(clamping: (overflow ? .max : byteCount) / 2)
  }

  /// Makes an empty folder for what comes.
  func emptied() throws(TransportProblem) -> FilePath {
    let place = path.appending(Self.incoming)
    clear()
    try TransportProblem.here { () throws(VaultError) in try Folder.make(place) }
    return place
  }

  /// Removes what came.
  func clear() {
    try? FileManager.default.removeItem(atPath: path.appending(Self.incoming).string)
  }

  /// Writes down what a program is to read, each with a character behind it.
  func list(
    _ items: [String], endedBy end: Character = "\n"
  ) throws(TransportProblem) -> FilePath {
    let bytes = Array(items.map { $0 + String(end) }.joined().utf8)
    try TransportProblem.here { () throws(VaultError) in
      try Folder(path).write(bytes, to: Self.listName, existing: .replaced, durability: .none)
    }
    return path.appending(Self.listName)
  }
}

extension FilePath {
  /// The path from the root; one that begins with a hyphen or has a colon in it is then still a path.
  var absolute: FilePath {
    isAbsolute ? self : FilePath(FileManager.default.currentDirectoryPath).pushing(self)
  }
}
