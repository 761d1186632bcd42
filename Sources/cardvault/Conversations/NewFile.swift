internal import Cards
internal import Glibc
internal import Sealing
internal import SystemPackage
internal import Wallet

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
      throw Failure(
        writing: path, Errno(rawValue: error.code), orElse: "\(path.shown) was not written")
    }
  }

  /// Refuses a name before any work is done for it, and before a person is asked for anything: something with it
  /// exists, or nothing can be made there.
  ///
  /// - `what`: The error's first line.
  /// - `option`: The option that another name is given with; `nil` for an argument.
  /// - `advice`: What to do if the path is inside a vault.
  /// - `makesFolder`: Whether a missing folder is made later.
  @discardableResult
  static func check(
    _ name: String, orElse what: String, option: String? = nil,
    inVault advice: Advice = NewFile.inVaultAdvice, makesFolder: Bool = false
  ) throws -> FilePath {
    let path = try path(name, orElse: what, advice: advice)
    let exists = (try? path.stat(followTargetSymlink: false)) != nil
    let obstacle = exists ? Errno.fileExists : problem(writingIn: folder(of: path))
    if makesFolder, obstacle == .noSuchFileOrDirectory { return path }
    if let obstacle { throw Failure(writing: path, obstacle, orElse: what, option: option) }
    return path
  }

  /// Why nothing can be made in a folder; `nil` if it can.
  private static func problem(writingIn folder: FilePath) -> Errno? {
    do throws(SystemFailure) {
      close(try WholeFile.openFolder(folder.string))
    } catch {
      return Errno(rawValue: error.code)
    }
    let status = unsafe folder.withPlatformString { unsafe access($0, W_OK | X_OK) }
    return status == 0 ? nil : Errno(rawValue: errno)
  }

  /// What to do about a path in a vault.
  static let inVaultAdvice: Advice = "use another folder: everything in a vault is synced with it"

  /// The path of a new file, which is never inside a vault: its transports would get it.
  ///
  /// `what` is the error's first line, and `advice` is for a path inside a vault.
  static func path(
    _ name: String, orElse what: String,
    advice: Advice = NewFile.inVaultAdvice
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

  static func folder(of path: FilePath) -> FilePath {
    let folder = path.removingLastComponent()
    return folder.isEmpty ? "." : folder
  }
}
