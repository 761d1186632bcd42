internal import FoundationEssentials
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// A folder for transfers: lists for other programs, and the files that they fetch.
struct TransferFolder: Sendable {
  /// Absolute, so that every program takes it for a folder of this machine.
  let path: FilePath

  private static let listName = "list"
  private static let incoming = "incoming"

  init(_ path: FilePath) {
    self.path = path.absolute
  }

  /// Half of the free disk space, so that the other half stays free whatever a target sends.
  var room: Int {
    var status = statvfs()
    guard unsafe statvfs(path.string, &status) == 0 else { return 0 }
    let (byteCount, overflow) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return Int(clamping: (overflow ? .max : byteCount) / 2)
  }

  /// Makes an empty folder for received files.
  func emptied() throws(TransportProblem) -> FilePath {
    let folder = path.appending(Self.incoming)
    clear()
    try TransportProblem.here { () throws(VaultError) in try Folder.make(folder) }
    return folder
  }

  /// Removes received files.
  func clear() {
    try? FileManager.default.removeItem(atPath: path.appending(Self.incoming).string)
  }

  /// Writes a list for a program, with a character after each item.
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
  /// The absolute path, which other programs take for a path even if the name starts with a hyphen or has a colon.
  var absolute: FilePath {
    isAbsolute ? self : FilePath(FileManager.default.currentDirectoryPath).pushing(self)
  }
}
