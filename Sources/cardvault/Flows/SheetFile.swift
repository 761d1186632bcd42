internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import Wallet
internal import Wording

/// A recovery sheet in a new file that gets its name only when it is complete and was read back.
struct SheetFile: ~Copyable {
  private let name: String
  private var file: UnnamedFile

  /// Creates the file, has one reader process fill it and another one read it back.
  ///
  /// - Parameters:
  ///   - name: The name that it gets at the end.
  ///   - form: The file type.
  ///   - key: The key.
  ///   - fingerprint: The fingerprint of its root.
  ///   - date: The day to print.
  ///   - missing: Reports protections that the kernel lacks.
  /// - Throws: `Failure`; then there is no file.
  init(
    _ name: String, _ form: PictureRenderer.Output, _ key: borrowing StoredKey,
    fingerprint: String, date: CalendarDate, _ missing: MissingProtections
  ) async throws {
    let line = try Failure.guarded { () throws(SealingError) in try KeyText.line(of: key) }
    let file = try Self.newFile(name, isWrapped: key.isWrapped)
    let descriptor = FileDescriptor(rawValue: file.descriptor)
    let reader = try ReaderPool.readerBesideExecutable()
    try await SheetPrinter(executable: reader).print(
      key, fingerprint: fingerprint, date: date, as: form, into: descriptor,
      onMissing: missing.tell)
    _ = try descriptor.seek(offset: 0, from: .start)
    let read = try await KeySource.key(onPhoto: descriptor, named: "the sheet", missing)
    let found = try Failure.guarded { () throws(SealingError) in try KeyText.line(of: read) }
    guard found.isSame(as: line) else {
      throw Failure(
        "no sheet was created",
        because: "the key read back from it is not the key that was written",
        try: "cardvault key check", status: .unexpected)
    }
    self.name = name
    self.file = file
  }

  /// Gives the file its name.
  mutating func place() throws {
    do throws(SystemFailure) { try file.place() } catch { throw Self.failure(name, error) }
  }

  /// Removes the file again.
  mutating func withdraw() { file.withdraw() }

  /// Refuses an unsuitable name before anyone is asked for a passphrase.
  static func check(_ name: String) throws {
    let path = try NewFile.path(
      name, orElse: "no sheet was created",
      advice: "use --output with another folder: whoever stores the vault must not get its key")
    if (try? path.stat(followTargetSymlink: false)) != nil {
      throw failure(name, SystemFailure(code: EEXIST))
    }
  }

  private static func newFile(_ name: String, isWrapped: Bool) throws -> UnnamedFile {
    let path = try FileArguments.path(name)
    do throws(SystemFailure) {
      let file = try UnnamedFile(
        path.lastComponent?.string ?? "", in: NewFile.folder(of: path).string)
      guard try file.mode() & 0o077 == 0 || isWrapped else { throw SystemFailure(code: EPERM) }
      return file
    } catch {
      throw failure(name, error)
    }
  }

  private static func failure(_ name: String, _ error: SystemFailure) -> Failure {
    switch error.code {
    case EEXIST:
      Failure(
        "no sheet was created",
        because: "the file \(name) already exists, and is never overwritten",
        try: "use --output with another name", status: .conflict)
    case EPERM:
      Failure(
        "no sheet was created",
        because: "its file system does not keep permissions, so others could read the key",
        try: "use --output on another disk", status: .unexpected)
    default:
      Failure(
        "no sheet was created",
        because: "\(name): \(Errno(rawValue: error.code).description)",
        try: "use --output with a folder of yours", status: .unexpected)
    }
  }
}
