internal import Subprocess
internal import SystemPackage

/// Runs openssl, the only program that reads a person's certificate and key.
enum OpenSSL {
  /// The most bytes of input, all of which fit into a pipe (pipe(7), on machines with pages of 4 KiB).
  static let maximumInputByteCount = 64 << 10
  private static let outputByteLimit = 1 << 20

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - words: Its arguments, which contain no secret.
  ///   - input: Its standard input, at most `maximumInputByteCount` bytes.
  /// - Returns: Whether it succeeded, its standard output, and the last line of what it reported.
  /// - Throws: `PassSigningProblem.programMissing` or `.failed`.
  static func run(
    _ words: [String], input: [UInt8] = []
  ) async throws(PassSigningProblem) -> (isSuccess: Bool, output: [UInt8], words: String) {
    let pipe = try Self.pipe(holding: input)
    defer { try? pipe.close() }
    do {
      let result = try await Subprocess.run(
        .name("openssl"), arguments: Arguments(words),
        input: .fileDescriptor(pipe, closeAfterSpawningProcess: false),
        output: .bytes(limit: outputByteLimit), error: .string(limit: outputByteLimit))
      return (
        result.terminationStatus.isSuccess, result.standardOutput,
        lastLine(of: result.standardError)
      )
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .programMissing
    } catch {
      throw .failed(words: "")
    }
  }

  /// The reading end of a pipe that already holds the input, so that an openssl that ends early does no harm.
  private static func pipe(holding input: [UInt8]) throws(PassSigningProblem) -> FileDescriptor {
    precondition(input.count <= maximumInputByteCount)
    do {
      let pipe = try FileDescriptor.pipe(options: .closeOnExec)
      defer { try? pipe.writeEnd.close() }
      do {
        try pipe.writeEnd.writeAll(input)
      } catch {
        try? pipe.readEnd.close()
        throw error
      }
      return pipe.readEnd
    } catch {
      throw .failed(words: "")
    }
  }

  private static func lastLine(of text: String) -> String {
    String((text.split(whereSeparator: \.isNewline).last ?? "").prefix(200))
  }
}
