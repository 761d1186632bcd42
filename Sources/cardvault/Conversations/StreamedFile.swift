internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import Wallet

/// A sealed file in a private temporary folder, which is removed before the first byte goes to standard output.
///
/// An interruption while it is made leaves it there.
struct StreamedFile: ~Copyable {
  let path: FilePath
  private let folder: PrivateFolder

  private static let pieceByteCount = 1 << 20

  /// Makes the folder.
  ///
  /// - Throws: `Failure` if standard output is a terminal, or there is no place for temporary files.
  init() throws {
    guard !TTY.isTerminal(.standardOutput) else {
      throw Failure.usage(
        "no bundle was written", because: "a bundle cannot be shown in a terminal",
        try: .option("use a file name, or - followed by | or >"))
    }
    let folder = try PrivateFolder.make(orElse: "no bundle was written")
    path = folder.path.appending("bundle")
    self.folder = folder
  }

  /// Writes the file to standard output.
  ///
  /// - Throws: `Failure` if it could not be written to the end.
  borrowing func send() throws {
    do {
      let file = try FileDescriptor.open(path, .readOnly)
      defer { try? file.close() }
      // From here on, no end of the command leaves the file behind.
      folder.remove()
      var piece = [UInt8](repeating: 0, count: Self.pieceByteCount)
      while true {
        let count = try unsafe piece.withUnsafeMutableBytes { unsafe try file.read(into: $0) }
        if count == 0 { return }
        try FileDescriptor.standardOutput.writeAll(piece[..<count])
      }
    } catch let errno as Errno {
      throw Failure(
        "the bundle is not complete", because: errno.reason,
        try: "check the disk or the program that reads it", status: .unexpected)
    }
  }
}
