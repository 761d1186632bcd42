internal import SystemPackage
internal import VaultFormat

/// Carries a pocket's files to a place from which a host of static files serves them.
protocol PocketHost: Sendable {
  /// The names of everything at the place, but hidden ones where putting files there leaves others alone; empty if it
  /// does not exist yet.
  func names() async throws(TransportProblem) -> Set<String>

  /// The files that are there of these names, each of at most 64 MiB.
  func fetch(_ names: [String]) async throws(TransportProblem) -> [String: [UInt8]]

  /// Puts files there, in this order as far as possible, and replaces those with these names.
  func put(_ names: [String], from folder: FilePath) async throws(TransportProblem)

  /// Removes files, in this order as far as possible, ignoring those that are gone.
  func remove(_ names: [String]) async throws(TransportProblem)
}

extension PocketHost {
  /// The files of these names in a folder of this machine.
  static func read(
    _ names: [String], in path: FilePath
  ) throws(TransportProblem) -> [String: [UInt8]] {
    try TransportProblem.here { () throws(VaultError) in
      let folder = try Folder(path)
      var files: [String: [UInt8]] = [:]
      for name in names where folder.holds(name) {
        files[name] = try folder.read(name, limit: VaultLayout.fileByteLimit)
      }
      return files
    }
  }

  /// Whether a name is that of a hidden file, which other programs of the place keep there.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") }
}
