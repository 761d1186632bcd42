internal import FoundationEssentials
internal import Glibc
internal import Sealing
package import SystemPackage

/// A temporary folder that only its owner can open; it is removed with everything in it when this value is destroyed.
///
/// An interruption leaves it there.
package struct PrivateFolder: ~Copyable {
  /// Where it is.
  package let path: FilePath

  /// Makes a folder with an unused name, mode 0700, in `TMPDIR` or where the system has temporary files.
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

  /// Removes the folder now; what is open in it can still be read.
  package borrowing func remove() {
    try? FileManager.default.removeItem(atPath: path.string)
  }
}
