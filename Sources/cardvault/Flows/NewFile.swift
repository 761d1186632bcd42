internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import Wallet
internal import Wording

/// Writes a result to a new file, completely or not at all.
enum NewFile {
  /// Writes `bytes` to a new file that only its owner can read, because it shows a card.
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
          "\(name) was not written", because: "a file with that name already exists",
          try: "use another name", status: .conflict)
      }
      throw Failure(
        "\(name) was not written", because: "the system reported: \(errno.description)",
        try: "use another folder", status: .unexpected)
    }
  }

  /// The path of a new file, which is never inside a vault: its carriers would get it.
  ///
  /// - Parameters:
  ///   - name: The path as typed.
  ///   - what: The error's first line, if the file cannot be there.
  ///   - advice: What to do if the path is inside a vault.
  /// - Returns: The path.
  /// - Throws: `Failure`.
  static func path(
    _ name: String, orElse what: String,
    advice: String = "use another folder: everything in a vault is synced with it"
  ) throws -> FilePath {
    let path = try FileArguments.path(name)
    guard path.lastComponent?.kind == .regular else {
      throw Failure.usage(
        what, because: "“\(name)” is not a file name",
        try: "use the name of a file that does not exist yet")
    }
    if let vault = VaultSurroundings.vault(around: folder(of: path)) {
      throw Failure.usage(
        what, because: "\(name) would be in the vault at \(vault.shown)", try: advice)
    }
    return path
  }

  /// The folder of a file.
  static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }
}
