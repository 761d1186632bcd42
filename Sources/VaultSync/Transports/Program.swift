internal import Cards
internal import Subprocess
internal import SystemPackage
internal import VaultFormat
internal import VaultStore

/// How the programs that transfer files for us run in this task.
package enum TransferPrograms {
  /// Whether each has a session of its own, without a terminal: nobody can be asked there, and what it has started ends with
  /// it when the task is cancelled.
  @TaskLocal package static var areDetached = false
}

/// A program that transfers files for us: rclone or git.
struct Program: Sendable {
  let name: String
  /// Additions to the environment; `nil` removes a variable.
  var environment: [String: String?] = [:]

  /// The limit of a program's output: the longest file of a vault.
  private static let outputByteLimit = VaultLayout.fileByteLimit + 1 << 20
  /// The limit of a listing: its names, each with about 180 bytes from rclone.
  static let listingByteLimit = VaultLayout.nameLimit * 256
  private static let errorByteLimit = 4 << 20
  /// The unit of `ulimit -f` (POSIX.1-2017, "ulimit").
  static let blockByteCount = 512
  /// The exit code of a shell that did not find a program (POSIX.1-2017, 2.8.2).
  private static let notFound = 127

  struct Ending: Sendable {
    let code: Int
    let output: [UInt8]
    /// Whether it printed more, and was stopped for that.
    let isCut: Bool
    let words: String

    var isSuccess: Bool { code == 0 || isCut }

    /// The output as a line of ASCII.
    var line: String { String(decoding: output, as: UTF8.self).filter { !$0.isNewline } }
  }

  /// Runs the program until it ends.
  ///
  /// If it writes a file longer than `fileByteLimit`, the system stops it. Its output is cut after `cut` bytes;
  /// without a `cut`, too much output is a failure.
  ///
  /// - Throws: `TransportProblem.programMissing` or `.failed`.
  func run(
    _ words: [String], input: FilePath? = nil, fileByteLimit: Int? = nil, cutAt cut: Int? = nil
  ) async throws(TransportProblem) -> Ending {
    let ending: Ending
    do {
      let file = try FileDescriptor.open(input ?? "/dev/null", .readOnly, options: .closeOnExec)
      defer { try? file.close() }
      ending = try await run(words, file, fileByteLimit, cut ?? Self.outputByteLimit)
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .programMissing(name)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      throw tooMuchOutput
    } catch {
      throw .failed(program: name, words: "it could not be run")
    }
    if ending.isCut, cut == nil { throw tooMuchOutput }
    if fileByteLimit != nil, ending.code == Self.notFound { throw .programMissing(name) }
    return ending
  }

  private var tooMuchOutput: TransportProblem {
    .failed(program: name, words: "more output than is accepted, so it was stopped")
  }

  private func run(
    _ words: [String], _ input: FileDescriptor, _ fileByteLimit: Int?, _ outputByteLimit: Int
  ) async throws -> Ending {
    let additions = Dictionary(
      uniqueKeysWithValues: environment.compactMap { key, value in
        Environment.Key(rawValue: key).map { ($0, value) }
      })
    var (program, arguments) = (name, words)
    if let fileByteLimit {
      // Only a process itself can set its limits, and must do so before it becomes the program.
      let script = "ulimit -f \"$1\" 2>/dev/null; shift; exec \"$@\""
      program = "sh"
      arguments = ["-c", script, "sh", "\(fileByteLimit / Self.blockByteCount)", name] + words
    }
    // Cancelled, it removes what it has not finished, before it is killed; git leaves its helpers running.
    var options = PlatformOptions()
    options.createSession = TransferPrograms.areDetached
    options.teardownSequence = [
      .gracefulShutDown(
        toProcessGroup: TransferPrograms.areDetached, allowedDurationToNextStep: .seconds(2))
    ]
    let result = try await Subprocess.run(
      .name(program), arguments: Arguments(arguments),
      environment: .inherit.updating(additions), platformOptions: options,
      input: .fileDescriptor(input, closeAfterSpawningProcess: false),
      output: .sequence, error: .string(limit: Self.errorByteLimit)
    ) { process in
      try await Self.beginning(of: process.standardOutput, byteCount: outputByteLimit + 1)
    }
    let output = result.closureResult
    let code =
      switch result.terminationStatus {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      }
    return Ending(
      code: code, output: Array(output.prefix(outputByteLimit)),
      isCut: output.count > outputByteLimit, words: Self.reason(in: result.standardError))
  }

  /// Reads a process's output up to a limit; a process that prints more ends, as nobody reads that.
  private static func beginning(
    of output: SubprocessOutputSequence, byteCount: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await buffer in output {
      unsafe buffer.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
      if bytes.count >= byteCount { break }
    }
    return bytes
  }

  /// Runs the program; any exit code but 0 is a failure.
  @discardableResult
  func succeed(
    _ words: [String], input: FilePath? = nil, fileByteLimit: Int? = nil
  ) async throws(TransportProblem) -> Ending {
    let ending = try await run(words, input: input, fileByteLimit: fileByteLimit)
    guard ending.isSuccess else { throw problem(ending) }
    return ending
  }

  /// A failure in the program's own words.
  func problem(_ ending: Ending) -> TransportProblem {
    .failed(
      program: name, words: ending.words.isEmpty ? "it ended with \(ending.code)" : ending.words)
  }

  /// The first line marked as an error, also by a git on the other side; otherwise the last line.
  private static func reason(in text: String?) -> String {
    // Git pads what comes from the other side.
    let lines = (text ?? "").split(whereSeparator: \.isNewline).map {
      String($0.trimmingPrefix("remote: ")).trimmed
    }.filter { !$0.isEmpty }
    let marked = lines.first { line in
      ["fatal:", "error:", "! ["].contains { line.hasPrefix($0) }
    }
    return String((marked ?? lines.last ?? "").prefix(300))
  }
}
