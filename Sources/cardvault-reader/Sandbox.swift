internal import Csandbox
internal import ReaderLink

/// The sandbox of this process: entered before libraries are warmed up, and closed before the first byte from
/// outside.
///
/// The process reads and writes what is already open, and opens only libraries, fonts and their data, for reading
/// (`csandbox.h`). `close` reports what the kernel cannot enforce.
struct Sandbox {
  /// Private memory that the reader may use: 1 GiB.
  ///
  /// Pictures that would need more than 400 MB are refused by their header (`DecodingMemory` in `Reading`); the rest
  /// is a reserve for decoders that need more than was measured.
  static let memoryLimit: UInt64 = 1 << 30
  /// CPU time for one picture or archive: more than a 48-megapixel HEIC needs (8 s, measured) on a slow machine.
  static let cpuSecondsPerPicture: UInt32 = 60

  private let missingAtEntry: Int32

  /// Enters the sandbox.
  ///
  /// - Parameter outputLimit: The largest size, in bytes, of a file that is already open for writing, as standard
  ///   output may be; a pipe has no limit.
  /// - Returns: The sandbox, to be closed once the libraries are warm.
  /// - Throws: `Ending.sandbox`.
  static func enter(outputLimit: UInt64 = 0) throws(Ending) -> Sandbox {
    Sandbox(missingAtEntry: try checked(csandbox_enter(memoryLimit, outputLimit)))
  }

  /// Closes the sandbox permanently.
  ///
  /// - Returns: Names of the protections that the kernel lacks.
  func close() throws(Ending) -> [String] {
    let missing = missingAtEntry | (try Self.checked(csandbox_close()))
    let names = [
      (CSANDBOX_NO_LANDLOCK, "Landlock (files)"), (CSANDBOX_NO_SECCOMP, "seccomp (system calls)"),
    ]
    return names.filter { missing & Int32($0.0.rawValue) != 0 }.map(\.1)
  }

  /// Closes the sandbox permanently and reports what the kernel lacks on standard error, where no message can be
  /// sent.
  func closeReporting() throws(Ending) {
    guard let line = ProtectionNotice.line(try close()) else { return }
    ReaderStreams.remark(line)
  }

  /// Grants CPU time for the next picture or archive; beyond it the kernel kills the process.
  static func allowOnePicture() throws(Ending) {
    _ = try checked(csandbox_allow_cpu_seconds(cpuSecondsPerPicture))
  }

  private static func checked(_ result: Int32) throws(Ending) -> Int32 {
    guard result >= 0 else { throw .sandbox(errno: -result) }
    return result
  }
}
