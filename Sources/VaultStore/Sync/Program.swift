internal import Subprocess
internal import SystemPackage

/// A program that carries files for us: rclone or git.
struct Program: Sendable {
  let name: String
  /// What is added to the environment, or with `nil` taken from it.
  var environment: [String: String?] = [:]

  /// The most that is read of what a program says: a listing of 200,000 files.
  private static let outputByteLimit = 64 << 20
  private static let errorByteLimit = 4 << 20

  struct Ending: Sendable {
    let code: Int
    let output: [UInt8]
    let words: String

    var isSuccess: Bool { code == 0 }
  }

  /// Runs it to its end.
  ///
  /// - Parameter words: its arguments.
  /// - Returns: its exit code, its standard output, and what it said last.
  /// - Throws: `CarrierProblem.programMissing` or `.failed`.
  func run(_ words: [String]) async throws(CarrierProblem) -> Ending {
    let additions = Dictionary(
      uniqueKeysWithValues: environment.compactMap { key, value in
        Environment.Key(rawValue: key).map { ($0, value) }
      })
    do {
      let result = try await Subprocess.run(
        .name(name), arguments: Arguments(words),
        environment: .inherit.updating(additions),
        input: .none, output: .bytes(limit: Self.outputByteLimit),
        error: .string(limit: Self.errorByteLimit))
      let code =
        switch result.terminationStatus {
        case .exited(let code): Int(code)
        case .signaled(let signal): 128 + Int(signal)
        }
      return Ending(
        code: code, output: result.standardOutput, words: Self.reason(in: result.standardError))
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .programMissing(name)
    } catch {
      throw .failed(program: name, words: "it could not be run")
    }
  }

  /// Runs it, and takes any exit code but 0 for a failure.
  @discardableResult
  func succeed(_ words: [String]) async throws(CarrierProblem) -> Ending {
    let ending = try await run(words)
    guard ending.isSuccess else { throw problem(ending) }
    return ending
  }

  /// A failure, in its own words.
  func problem(_ ending: Ending) -> CarrierProblem {
    .failed(
      program: name, words: ending.words.isEmpty ? "it ended with \(ending.code)" : ending.words)
  }

  /// The line that says why, where one is marked so; else the last.
  private static func reason(in text: String?) -> String {
    let lines = (text ?? "").split(whereSeparator: \.isNewline)
    let marked = lines.first { line in
      ["fatal:", "error:", "! ["].contains { line.drop { $0 == " " }.hasPrefix($0) }
    }
    return String((marked ?? lines.last ?? "").prefix(300))
  }
}
