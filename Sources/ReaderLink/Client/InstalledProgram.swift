internal import Glibc
internal import Subprocess
package import SystemPackage

/// The programs that are installed together.
package enum InstalledProgram {
  /// How they came to this machine.
  package static var installation: Installation { Installation(executable: running?.string ?? "") }

  /// The running executable, as the kernel names it.
  private static var running: FilePath? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &own, own.count - 1)
    guard length > 0 else { return nil }
    return FilePath(platformString: own)
  }

  /// The program of this name next to the running executable; PATH is never searched.
  ///
  /// - Returns: its path; `nil` if there is none.
  package static func named(_ name: String) -> FilePath? {
    guard let path = running?.removingLastComponent().appending(name) else { return nil }
    return (try? path.stat().type) == .regular ? path : nil
  }

  /// The most bytes of an answer.
  package static let answerByteLimit = 64 << 10

  /// Runs a program that is installed with this one.
  ///
  /// - Parameters:
  ///   - name: The program, which is next to the running executable.
  ///   - words: Its arguments.
  ///   - byteLimit: The most bytes of its answer.
  /// - Returns: The lines of its standard output; `nil` if it is missing or failed.
  package static func answer(
    of name: String, to words: [String], byteLimit: Int = answerByteLimit
  ) async -> [String]? {
    guard let path = named(name) else { return nil }
    let answer = try? await Subprocess.run(
      .path(path), arguments: .init(words),
      environment: .empty, workingDirectory: "/",
      input: .none, output: .bytes(limit: byteLimit), error: .discarded)
    guard let answer, answer.terminationStatus.isSuccess else { return nil }
    return String(decoding: answer.standardOutput, as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}

/// How the programs came to this machine, judging by where the running one is.
package enum Installation: Hashable, Sendable {
  /// By the Debian package.
  case debianPackage
  /// By the tarball, which has the same folders and may be unpacked anywhere.
  case tarball
  /// Built from source.
  case source
  /// The running program was replaced or removed since it started.
  case replaced

  /// Looks at the path of the running program.
  ///
  /// - Parameter executable: Its path as the kernel names it (`/proc/self/exe`, proc(5)).
  package init(executable: String) {
    let folders = executable.split(separator: "/").dropLast()
    if executable.hasSuffix(" (deleted)") {
      self = .replaced
    } else if folders == ["usr", "libexec", "cardvault"] {
      self = .debianPackage
    } else if folders.suffix(2) == ["libexec", "cardvault"] {
      self = .tarball
    } else {
      self = .source
    }
  }
}

extension Subprocess.Environment {
  /// Without any variable: our programs get everything in arguments and on pipes.
  static var empty: Self { .custom([:] as [Key: String]) }
}
