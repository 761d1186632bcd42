internal import Glibc
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Finds out whether a folder is part of a vault, of any version.
enum VaultSurroundings {
  /// The folder of the vault that `folder`, or one above it, is; `nil` when none is.
  static func vault(around folder: FilePath) -> FilePath? {
    var place = realPath(folder)
    while let current = place {
      if isVault(current) { return current }
      let above = current.removingLastComponent()
      place = above == current ? nil : above
    }
    return nil
  }

  /// Refuses a key file that would be in a vault, whichever: it would travel with it.
  static func check(keyFile: FilePath?) throws(VaultError) {
    guard let keyFile, vault(around: keyFile.removingLastComponent()) != nil else { return }
    throw .keyFileInsideVault(keyFile)
  }

  /// Where the folder really is; of one that is not there yet, the first one above it.
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

  /// Whether a file begins as all files of vaults do (the vault's format, section 3); one that cannot be read may.
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
