internal import FoundationEssentials
internal import SystemPackage
internal import Wording

/// A temporary folder that only its owner can open, and that goes with everything in it.
struct PrivateFolder: ~Copyable {
  /// Where it is.
  let path: FilePath

  /// Makes the folder.
  ///
  /// - Parameter refusal: The error's first line, if there is no place for temporary files.
  /// - Throws: `Failure`.
  init(orElse refusal: String) throws(Failure) {
    let place = FilePath(FileManager.default.temporaryDirectory.path)
      .appending("cardvault-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        atPath: place.string, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        refusal, because: "no temporary file can be made",
        try: "set TMPDIR to a folder that you may write to", status: .unexpected)
    }
    path = place
  }

  deinit { try? FileManager.default.removeItem(atPath: path.string) }
}
