internal import Glibc
package import SystemPackage
package import VaultFormat
package import VaultStore

/// Checks whether a folder is part of a vault of any version.
package enum VaultSurroundings {
  /// The vault folder that `folder` is or is inside of; `nil` if there is none.
  package static func vault(around folder: FilePath) -> FilePath? {
    var place = realPath(folder)
    while let current = place {
      if isVault(current) { return current }
      let above = current.removingLastComponent()
      place = above == current ? nil : above
    }
    return nil
  }

  /// Refuses a new vault where one is already, or where another one would sync it, and a key file inside any vault.
  ///
  /// - Throws: `VaultError.vaultExists` or `.keyFileInsideVault`, or `Failure`.
  package static func check(new locations: VaultLocations) throws {
    if Vault.exists(at: locations.vault) { throw VaultError.vaultExists(locations.vault) }
    if let outer = vault(around: locations.vault) {
      throw Failure(
        "no vault was created at \(locations.vault.shown)",
        because: "it would be inside the vault at \(outer.shown) and be synced with it",
        try: .option("use --vault with a folder outside that one"), status: .conflict)
    }
    try check(keyFile: locations.keyFile)
  }

  /// Refuses a key file inside any vault, as it would be synced with that vault.
  package static func check(keyFile: FilePath?) throws(VaultError) {
    guard let keyFile, vault(around: keyFile.removingLastComponent()) != nil else { return }
    throw .keyFileInsideVault(keyFile)
  }

  /// The folder's real path; if it does not exist yet, that of the nearest existing folder above it.
  private static func realPath(_ path: FilePath) -> FilePath? {
    var path = path
    while true {
      if let real = unsafe realpath(path.isEmpty ? "." : path.string, nil) {
        defer { unsafe free(real) }
        return unsafe FilePath(platformString: real)
      }
      guard path.removeLastComponent() else { return nil }
    }
  }

  /// Whether a folder contains a vault header, `HASH.vault`.
  private static func isVault(_ folder: FilePath) -> Bool {
    guard let names = try? folder.folderNames() else { return false }
    return names.contains { $0.extension == "vault" && isSealed(folder.appending($0)) }
  }

  /// Whether a file starts like all vault files (`Format.md`, section 3); true for one that cannot be opened.
  private static func isSealed(_ path: FilePath) -> Bool {
    guard (try? path.stat().type) == .regular else { return false }
    let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    guard let file = try? FileDescriptor.open(path, .readOnly, options: options) else {
      return true
    }
    defer { try? file.close() }
    var beginning = [UInt8](repeating: 0, count: 7)
    let count = try? unsafe beginning.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
    return count == nil || beginning == Array("CARDVLT".utf8)
  }
}
