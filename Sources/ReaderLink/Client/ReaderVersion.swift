internal import Subprocess
internal import SystemPackage

extension ProgramVersion {
  /// With these a program that cannot be started ends: POSIX.1-2017, 2.8.2, and ld.so(8) where a library is missing.
  private static let notStarted: [Int32] = [126, 127]
  /// Far more than any version; what is longer is none.
  private static let answerByteLimit = 64 << 10

  /// Asks a reader for its version before it is given anything.
  ///
  /// - Throws: `ReaderLinkError.otherVersion`, or `.readerUnusable` when it cannot be started.
  static func check(readerAt executable: FilePath) async throws(ReaderLinkError) {
    let answer = try? await Subprocess.run(
      .path(executable), arguments: ["--version"],
      environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
      input: .none, output: .bytes(limit: answerByteLimit), error: .discarded)
    guard let answer, case .exited(let status) = answer.terminationStatus,
      !notStarted.contains(status)
    else { throw .readerUnusable }
    try check(String(decoding: answer.standardOutput.prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
