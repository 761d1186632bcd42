internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage

/// Writes a result into a file that was not there before, whole or not at all.
enum NewFile {
  /// Puts `bytes` into a new file that only its owner may read: it shows a card.
  static func write(_ bytes: [UInt8], to name: String) throws {
    let path = try path(name, orElse: "nothing was written")
    do throws(SystemFailure) {
      let descriptor = try WholeFile.openFolder(folder(of: path).string)
      defer { close(descriptor) }
      try WholeFile.write(
        bytes.span, to: path.lastComponent?.string ?? "", in: descriptor, existing: .kept)
    } catch {
      let errno = Errno(rawValue: error.code)
      if errno == .fileExists {
        throw Failure(
          "\(name) was not written", because: "a file of that name already exists",
          try: "another name", status: .conflict)
      }
      throw Failure(
        "\(name) was not written", because: "the system says: \(errno.description)",
        try: "another folder", status: .unexpected)
    }
  }

  /// Where a new file is to lie: never in a vault, which is carried.
  ///
  /// - Parameters:
  ///   - name: The path as it was typed.
  ///   - what: What did not happen when it cannot lie there.
  ///   - advice: What to do where that is in a vault.
  /// - Returns: The path.
  /// - Throws: `Failure`.
  static func path(
    _ name: String, orElse what: String,
    advice: String = "another folder: whatever lies in a vault is carried with it"
  ) throws -> FilePath {
    let path = try FileArguments.path(name)
    guard path.lastComponent?.kind == .regular else {
      throw Failure.usage(
        what, because: "“\(name)” names no file", try: "the name of a file that is not there yet")
    }
    if let vault = VaultSurroundings.vault(around: folder(of: path)) {
      throw Failure.usage(
        what, because: "\(name) would be in the vault at \(vault.shown)", try: advice)
    }
    return path
  }

  /// The folder that a file is in.
  static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }
}
