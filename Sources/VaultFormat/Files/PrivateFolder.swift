internal import FoundationEssentials
internal import Glibc
internal import Sealing
package import SystemPackage

/// A temporary folder that only its owner can open, removed with everything in it when this value is destroyed.
///
/// It stays if the program is interrupted.
package struct PrivateFolder: ~Copyable {
  /// The folder's path.
  package let path: FilePath

  /// Makes a folder with an unused name, mode 0700, in `TMPDIR` or the system's folder for temporary files.
  ///
  /// - Throws: the system's error.
  package init() throws(VaultError) {
    let path = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("cardvault-\(UUID().uuidString)")
    _ = try VaultError.naming(path) { () throws(SystemFailure) in
      try SystemFailure.check { unsafe mkdir(path.string, 0o700) }
    }
    self.path = path
  }

  deinit { remove() }

  /// Removes the folder now; files that are open can still be read.
  package borrowing func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
  }
}
