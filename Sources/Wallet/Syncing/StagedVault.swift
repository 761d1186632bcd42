internal import FoundationEssentials
internal import Glibc
package import SystemPackage
package import VaultFormat

/// A place beside that of a vault, where a new one is made and from where it moves once it is whole.
///
/// If this value is destroyed before that, nothing is left. After a kill the next attempt clears up.
package struct StagedVault: ~Copyable {
  /// Where the vault is made.
  package let path: FilePath
  /// Where it belongs.
  private let place: FilePath
  /// The folder around `path`, locked.
  private let folder: Folder

  /// Prepares the place; `nil` if no folder can be moved there, as it holds something, or is a mount point or a link.
  ///
  /// - Parameter place: Where the vault belongs.
  /// - Throws: `VaultError.inUse` if another command is making a vault there, or the system's error.
  package init?(for place: FilePath) throws(VaultError) {
    // Only the system knows whether a folder can be moved there: it can if an empty one can be removed.
    guard unsafe rmdir(place.string) == 0 || errno == ENOENT else { return nil }
    let name = "\(place.lastComponent?.string ?? "vault").merging"
    let around = place.removingLastComponent().appending(name)
    try Folder.make(around)
    let folder = try Folder(around)
    guard folder.lockWhileOpen() else { throw .inUse(place) }
    path = around.appending("vault")
    self.place = place
    self.folder = folder
    try? FileManager.default.removeItem(atPath: path.string)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path.string) }

  /// Moves the vault to where it belongs.
  ///
  /// - Throws: `VaultError.vaultExists` if another one was made there meanwhile, or the system's error.
  package func moveToPlace() throws(VaultError) {
    guard unsafe rename(path.string, place.string) == 0 else {
      let problem = Errno(rawValue: errno)
      throw problem == .directoryNotEmpty ? VaultError.vaultExists(place) : .io(problem, place)
    }
    let above = place.removingLastComponent()
    try Folder(above.isEmpty ? "." : above).sync()
  }
}
