internal import Subprocess
internal import SystemPackage
internal import Wallet

/// A program that provides TLS for the home network: openssl or caddy, or the shell that starts them.
struct HomeProgram: Sendable {
  let name: String
  /// Its working folder; it gets no paths.
  let folder: FilePath

  private static let outputByteLimit = 64 << 10

  /// How it ended, and what it wrote.
  struct Ending: Sendable {
    let isSuccess: Bool
    let output: String
    let words: String
  }

  /// Runs it until it ends.
  ///
  /// - Throws: `Failure` if it is not installed.
  func run(_ words: [String]) async throws -> Ending {
    do {
      let result = try await Subprocess.run(
        .name(name), arguments: Arguments(words), workingDirectory: folder, input: .none,
        output: .string(limit: Self.outputByteLimit), error: .string(limit: Self.outputByteLimit))
      return Ending(
        isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
        words: Self.lastLine(of: result.standardError))
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw Failure.homeProgramMissing(name)
    }
  }

  /// Runs it until it ends, and returns what it wrote.
  ///
  /// - Throws: `Failure` if it cannot be started or fails.
  @discardableResult
  func succeed(_ words: [String]) async throws -> String {
    let ending = try await run(words)
    guard ending.isSuccess else { throw Failure.homeProgramFailed(name, ending.words) }
    return ending.output
  }

  private static func lastLine(of text: String) -> String {
    String((text.split(whereSeparator: \.isNewline).last ?? "").prefix(200))
  }
}
