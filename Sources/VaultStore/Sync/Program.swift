internal import Subprocess
internal import SystemPackage

/// A program that carries files for us: rclone or git.
struct Program: Sendable {
  let name: String
  /// What is added to the environment, or with `nil` taken from it.
  var environment: [String: String?] = [:]

  /// The most that is read of what a program says: the longest file of a vault, or a listing of 200,000.
  private static let outputByteLimit = VaultLayout.fileByteLimit + 1 << 20
  private static let errorByteLimit = 4 << 20
  /// What `ulimit -f` counts in (POSIX.1-2017, "ulimit").
  static let blockByteCount = 512
  /// The status of a shell that did not find a program (POSIX.1-2017, 2.8.2).
  private static let notFound = 127

  struct Ending: Sendable {
    let code: Int
    let output: [UInt8]
    let words: String

    var isSuccess: Bool { code == 0 }

    /// A line of ASCII.
    var line: String { String(decoding: output, as: UTF8.self).filter { !$0.isNewline } }
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - input: a file to read as its standard input; without one it has none.
  ///   - fileByteLimit: how long the files that it writes may get; the system ends it beyond that.
  /// - Returns: its exit code, its standard output, and what it said last.
  /// - Throws: `CarrierProblem.programMissing` or `.failed`.
  func run(
    _ words: [String], input: FilePath? = nil, fileByteLimit: Int? = nil
  ) async throws(CarrierProblem) -> Ending {
    let ending: Ending
    do {
      let file = try FileDescriptor.open(input ?? "/dev/null", .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      ending = try await run(words, file, fileByteLimit)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .programMissing(name)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      throw .failed(program: name, words: "more than is taken from it, so it was stopped")
    } catch {
      throw .failed(program: name, words: "it could not be run")
    }
    if fileByteLimit != nil, ending.code == Self.notFound { throw .programMissing(name) }
    return ending
  }

  private func run(
    _ words: [String], _ input: FileDescriptor, _ fileByteLimit: Int?
  ) async throws -> Ending {
    let additions = Dictionary(
      uniqueKeysWithValues: environment.compactMap { key, value in
        Environment.Key(rawValue: key).map { ($0, value) }
      })
    var (program, arguments) = (name, words)
    if let fileByteLimit {
      // Only the process itself can be limited before it starts others.
      let script = "ulimit -f \"$1\" 2>/dev/null; shift; exec \"$@\""
      program = "sh"
      arguments = ["-c", script, "sh", "\(fileByteLimit / Self.blockByteCount)", name] + words
    }
    let result = try await Subprocess.run(
      .name(program), arguments: Arguments(arguments),
      environment: .inherit.updating(additions),
      input: .fileDescriptor(input, closeAfterSpawningProcess: false),
      output: .bytes(limit: Self.outputByteLimit), error: .string(limit: Self.errorByteLimit))
    let code =
      switch result.terminationStatus {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      }
    return Ending(
      code: code, output: result.standardOutput, words: Self.reason(in: result.standardError))
  }

  /// Runs it, and takes any exit code but 0 for a failure.
  @discardableResult
  func succeed(
    _ words: [String], input: FilePath? = nil, fileByteLimit: Int? = nil
  ) async throws(CarrierProblem) -> Ending {
    let ending = try await run(words, input: input, fileByteLimit: fileByteLimit)
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
