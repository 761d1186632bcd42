internal import Subprocess
internal import SystemPackage

extension InstalledProgram {
  /// The most bytes that are taken of an answer.
  private static let answerByteLimit = 64 << 10

  /// What a program that is installed with this one answers.
  ///
  /// - Parameters:
  ///   - name: The program, which is next to the running executable.
  ///   - words: Its arguments.
  /// - Returns: The lines of its standard output; `nil` if it is not there or did not succeed.
  package static func answer(of name: String, to words: [String]) async -> [String]? {
    guard let path = named(name) else { return nil }
    let answer = try? await Subprocess.run(
      .path(path), arguments: .init(words),
      environment: .custom([:] as [Environment.Key: String]), workingDirectory: "/",
      input: .none, output: .bytes(limit: answerByteLimit), error: .discarded)
    guard let answer, answer.terminationStatus.isSuccess else { return nil }
    return String(decoding: answer.standardOutput, as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
