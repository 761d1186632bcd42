internal import Subprocess
internal import SystemPackage

extension ProgramVersion {
  /// Exit statuses of a program that could not be started: POSIX.1-2017, 2.8.2, and ld.so(8) for a missing library.
  private static let notStarted: [Int32] = [126, 127]
  /// Far longer than any version; anything longer is not one.
  private static let answerByteLimit = 64 << 10

  /// Asks a reader for its version before giving it anything.
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
