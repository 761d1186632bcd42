internal import Csandbox
internal import ReaderLink

/// The cage around this process, entered before libraries are warmed up and closed before the first byte from outside.
///
/// It reads and writes what is open already, and opens nothing but libraries, fonts and their data, for reading
/// (`csandbox.h`). What of this the kernel cannot enforce, `close` says.
struct Sandbox {
  /// Private memory that the reader may use: 1 GiB.
  ///
  /// Pictures that would take more than 400 MB are refused by their header (`DecodingMemory` in `Reading`); what
  /// lies above is for decoders that take more than their kind did when it was measured.
  static let memoryLimit: UInt64 = 1 << 30
  /// CPU time for one picture: above what a 48-megapixel HEIC takes (8 s, measured) on a slow machine.
  static let cpuSecondsPerPicture: UInt32 = 60

  private let missingAtEntry: Int32

  /// Enters the cage.
  ///
  /// - Parameter outputLimit: How far a file can be filled that is open for writing already, as standard output may
  ///   be, in bytes; a pipe takes any number.
  /// - Returns: The cage, to be closed once the libraries are warm.
  /// - Throws: `Ending.sandbox`.
  static func enter(outputLimit: UInt64 = 0) throws(Ending) -> Sandbox {
    Sandbox(missingAtEntry: try checked(csandbox_enter(memoryLimit, outputLimit)))
  }

  /// Closes the cage for good.
  ///
  /// - Returns: Names of the protections that the kernel lacks.
  func close() throws(Ending) -> [String] {
    let missing = missingAtEntry | (try Self.checked(csandbox_close()))
    let names = [
      (CSANDBOX_NO_LANDLOCK, "Landlock (files)"), (CSANDBOX_NO_SECCOMP, "seccomp (system calls)"),
    ]
    return names.filter { missing & Int32($0.0.rawValue) != 0 }.map(\.1)
  }

  /// Closes the cage for good and tells on standard error what the kernel lacks, where no message can.
  func closeTelling() throws(Ending) {
    guard let line = ProtectionNotice.line(try close()) else { return }
    StandardStreams.remark(line)
  }

  /// Gives the next picture its share of CPU time; beyond it the kernel ends the process.
  static func allowOnePicture() throws(Ending) {
    _ = try checked(csandbox_allow_cpu_seconds(cpuSecondsPerPicture))
  }

  private static func checked(_ result: Int32) throws(Ending) -> Int32 {
    guard result >= 0 else { throw .sandbox(errno: -result) }
    return result
  }
}
