internal import FoundationEssentials
internal import Glibc
package import SystemPackage
package import VaultFormat

/// A folder beside a vault's destination, where a new vault is made before it moves there as a whole.
///
/// If this value is destroyed before that, nothing is left. After a kill the next attempt clears up.
package struct StagedVault: ~Copyable {
  /// Where the vault is made.
  package let path: FilePath
  /// Where it belongs.
  private let destination: FilePath
  /// The folder around `path`, locked.
  private let folder: Folder

  /// Prepares the folder; `nil` if the destination cannot be replaced, because it holds something, or is a mount point
  /// or a link.
  ///
  /// An empty folder at the destination stays as it is until the vault replaces it.
  ///
  /// - Throws: `VaultError.inUse` if another command is making a vault there, or the system's error.
  package init?(for destination: FilePath) throws(VaultError) {
    guard let last = destination.lastComponent, last.kind == .regular else { return nil }
    let isThere =
      unsafe faccessat(AT_FDCWD, destination.string, F_OK, AT_SYMLINK_NOFOLLOW) == 0
      || errno != ENOENT
    if isThere, !Self.isEmptyFolder(destination) { return nil }
    let around = destination.removingLastComponent().appending("\(last.string).merging")
    do throws(VaultError) {
      try Folder.make(around, for: destination)
    } catch {
      // Nothing can be made beside the existing folder, but perhaps inside it.
      if isThere { return nil }
      throw error
    }
    let folder = try Folder(around)
    guard folder.lockWhileOpen() else { throw .inUse(destination) }
    let path = around.appending("vault")
    try? FileManager.default.removeItem(atPath: path.string)
    if isThere, !Self.canMove(destination, to: path) {
      try? FileManager.default.removeItem(atPath: around.string)
      return nil
    }
    self.path = path
    self.destination = destination
    self.folder = folder
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path.string) }

  /// Moves the vault to where it belongs.
  ///
  /// - Throws: `VaultError.vaultExists` if another one was made there meanwhile, or the system's error.
  package func moveToPlace() throws(VaultError) {
    guard unsafe rename(path.string, destination.string) == 0 else {
      let problem = Errno(rawValue: errno)
      // File systems answer either to a folder that is not empty.
      let isTaken = problem == .directoryNotEmpty || problem == .fileExists
      throw isTaken ? VaultError.vaultExists(destination) : .io(problem, destination)
    }
    let above = destination.removingLastComponent()
    try Folder(above.isEmpty ? "." : above).sync()
  }

  /// Whether this is a folder without anything in it, and not a link to one.
  private static func isEmptyFolder(_ destination: FilePath) -> Bool {
    guard (try? destination.stat(followTargetSymlink: false).type) == .directory else {
      return false
    }
    return (try? FileManager.default.contentsOfDirectory(atPath: destination.string))?.isEmpty
      ?? false
  }

  /// Whether the system lets a folder be moved, which can only be found out by moving it and back.
  private static func canMove(_ destination: FilePath, to aside: FilePath) -> Bool {
    guard unsafe rename(destination.string, aside.string) == 0 else { return false }
    return unsafe rename(aside.string, destination.string) == 0
  }
}
