internal import Foundation
package import SystemPackage

/// Scripts that replace programs which `cardvault` starts.
extension Person {
  /// Where syncs keep their state.
  package var stagingFolders: FilePath { home.appending(".local/state/cardvault/sync") }

  /// Gives this person the keys of another.
  package func takesKeys(of other: Person) throws {
    try FileManager.default.createDirectory(
      atPath: keys.removingLastComponent().string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: other.keys.string, toPath: keys.string)
  }

  /// Puts a shell script before the program of that name, and returns the PATH that finds it.
  package func wraps(_ program: String, _ script: String) throws -> String {
    let folder = home.appending("bin")
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true)
    let path = folder.appending(program).string
    try Data("#!/bin/sh\n\(script)\nexec /usr/bin/\(program) \"$@\"\n".utf8)
      .write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return "\(folder.string):/usr/bin:/bin"
  }

  /// Makes a bare repository in the home folder.
  package func makesRepository(_ name: String = "cards.git") async throws -> FilePath {
    let path = home.appending(name)
    _ = try await runs(
      "/usr/bin/git", ["init", "--quiet", "--bare", "--initial-branch=main", path.string])
    return path
  }
}
