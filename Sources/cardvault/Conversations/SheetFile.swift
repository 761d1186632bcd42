internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import Wallet

/// A recovery sheet in a new file that gets its name only when it is complete and was read back.
struct SheetFile: ~Copyable {
  let name: String
  private let option: String
  private var file: UnnamedFile

  /// Creates the file, has one reader process fill it and another one read it back; if that fails, there is no file.
  ///
  /// `option` is the option that gives the name.
  init(
    _ name: String, _ form: PictureRenderer.Output, _ key: borrowing StoredKey,
    fingerprint: String, date: CalendarDate, option: String = "--output",
    _ missing: MissingProtections
  ) async throws {
    let line = try Failure.guarded { () throws(SealingError) in try KeyText.line(of: key) }
    let file = try Self.newFile(name, option, isWrapped: key.isWrapped)
    let descriptor = FileDescriptor(rawValue: file.descriptor)
    let reader = try ReaderPool.readerBesideExecutable()
    try await SheetPrinter(executable: reader).print(
      key, fingerprint: fingerprint, date: date, as: form, into: descriptor,
      onMissing: missing.tell)
    _ = try descriptor.seek(offset: 0, from: .start)
    let read = try await StoredKey.restored(
      onPhoto: descriptor, named: "the sheet", onMissing: missing.tell)
    let found = try Failure.guarded { () throws(SealingError) in try KeyText.line(of: read) }
    guard found.isSame(as: line) else {
      throw Failure(
        "no sheet was created",
        because: "the key read back from it is not the key that was written",
        try: .run("key", "check"), status: .unexpected)
    }
    self.name = name
    self.option = option
    self.file = file
  }

  mutating func place() throws {
    do throws(SystemFailure) { try file.place() } catch { throw Self.failure(name, option, error) }
  }

  mutating func withdraw() { file.withdraw() }

  /// Refuses an unsuitable name before anyone is asked for a passphrase.
  static func check(_ name: String, option: String = "--output") throws {
    try NewFile.check(
      name, orElse: "no sheet was created", option: option,
      inVault: .option(
        "use \(option) with another folder: the key must not be stored with the vault"))
  }

  private static func newFile(
    _ name: String, _ option: String, isWrapped: Bool
  ) throws -> UnnamedFile {
    let path = try FileArguments.path(name)
    do throws(SystemFailure) {
      let file = try UnnamedFile(
        path.lastComponent?.string ?? "", in: NewFile.folder(of: path).string)
      guard try file.mode() & 0o077 == 0 || isWrapped else { throw SystemFailure(code: EPERM) }
      return file
    } catch {
      throw failure(name, option, error)
    }
  }

  private static func failure(
    _ name: String, _ option: String, _ error: SystemFailure
  ) -> Failure {
    let what = "no sheet was created"
    guard error.code != EPERM else {
      return Failure(
        what, because: "its file system does not keep permissions, so others could read the key",
        try: .option("use \(option) on another disk"), status: .unexpected)
    }
    return Failure(
      writing: FilePath(name), Errno(rawValue: error.code), orElse: what,
      option: option)
  }
}
