internal import Foundation
internal import Sealing
internal import Subprocess
package import SystemPackage
internal import Testing

/// A person with an empty home folder who types commands: the real executables on real files.
package final class Person: Sendable {
  /// The outcome of a command.
  package struct Outcome: Sendable {
    /// Its exit code; 128 and the signal's number when a signal ended it.
    package let status: Int32
    /// What it wrote to standard output, as text.
    package let output: String
    /// What it wrote to standard output.
    package let bytes: [UInt8]
    /// What it wrote to standard error.
    package let errors: String
  }

  /// A test was started without the executables that it runs.
  struct Unequipped: Error, CustomStringConvertible {
    var description: String {
      "CARDVAULT_BIN names no folder with the executables to test, by its whole path, as Tests/run.sh does"
    }
  }

  /// The folder with the executables to test, which `CARDVAULT_BIN` names: the ones that are packaged, never a build that
  /// happens to be there.
  package static let executables = FilePath(
    ProcessInfo.processInfo.environment["CARDVAULT_BIN"] ?? "/CARDVAULT_BIN is not set")
  /// The checkout.
  package static let checkout = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent()
  /// The sample pictures.
  package static let samples = checkout.appending("Samples/pictures")

  /// The program that types on a terminal.
  private static let typist = FilePath(#filePath).removingLastComponent().appending("typist")

  /// The home folder, which is deleted with the person.
  package let home: FilePath

  /// A command that ends before it has read its input must not end the tests.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Makes an empty home folder.
  ///
  /// - Throws: `Unequipped`; when there is no room for it.
  package init() throws {
    guard Self.executables.isAbsolute,
      FileManager.default.isExecutableFile(atPath: Self.executables.appending("cardvault").string)
    else { throw Unequipped() }
    Self.ignoresBrokenPipes
    let template = FilePath(NSTemporaryDirectory()).appending("cardvault-person-\(UUID())")
    try FileManager.default.createDirectory(
      atPath: template.string, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    home = template
  }

  /// A person with an empty vault, whose key may have a passphrase.
  ///
  /// - Throws: when `cardvault` makes none.
  package static func withVault(passphrase: String? = nil) async throws -> Person {
    let person = try Person()
    let made = try await person.types("init")
    try #require(made.status == 0, "\(made.errors)")
    if let passphrase { try person.wrapKey(with: passphrase) }
    return person
  }

  deinit {
    try? FileManager.default.removeItem(atPath: home.string)
  }

  /// Where `cardvault` keeps the vault.
  package var vault: FilePath { home.appending(".local/share/cardvault/vault") }
  /// The folder of the key files.
  package var keys: FilePath { home.appending(".config/cardvault/keys") }

  /// The name of the only key file that is not retired.
  package func keyName() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: keys.string)
    return try #require(names.first { $0 != "retired" })
  }

  /// Gives the plain key a passphrase, with the least work for each guess at it.
  ///
  /// With the usual work, each command of a test that only uses the passphrase would take most of a second.
  private func wrapKey(with words: String) throws {
    let path = keys.appending(try keyName()).string
    let key = try KeyFile.read(path)
    guard case .plain(let root) = key else {
      Issue.record("the key has a passphrase already")
      return
    }
    let bytes = Array(words.utf8)
    let passphrase = try Passphrase(bytes.span)
    let wrapped = StoredKey.wrapped(try WrappedKey.wrap(root, with: passphrase, cost: .least))
    try KeyFile.replace(wrapped, at: path)
  }

  /// Runs `cardvault` with these words.
  package func types(
    _ words: String..., input: String = "", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await types(words, input: input, environment: environment)
  }

  /// Runs `cardvault` with these words.
  package func types(
    _ words: [String], input: String = "", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await runs(
      Self.executables.appending("cardvault"), words, input: input, environment: environment)
  }

  /// Runs a program with this person's home.
  package func runs(
    _ program: FilePath, _ words: [String], input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    var variables = ["HOME": home.string, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    variables.merge(environment) { $1 }
    // A file, not a pipe: a command that ends without reading it must not end the tests.
    let path = FilePath(NSTemporaryDirectory()).appending("cardvault-input-\(UUID())")
    try Data(input.utf8).write(to: URL(filePath: path.string))
    defer { try? FileManager.default.removeItem(atPath: path.string) }
    let typed = try FileDescriptor.open(path, .readOnly)
    defer { try? typed.close() }
    let result = try await run(
      .path(program), arguments: .init(words),
      environment: .custom(
        Dictionary(
          uniqueKeysWithValues: variables.map {
            (Subprocess.Environment.Key(stringLiteral: $0.key), $0.value)
          })),
      workingDirectory: home,
      input: .fileDescriptor(typed, closeAfterSpawningProcess: false),
      output: .bytes(limit: 64 << 20),
      error: .string(limit: 1 << 20))
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(
      status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
      bytes: result.standardOutput, errors: result.standardError)
  }

  /// The names of the cards that `list` shows, in its order.
  package func names(_ words: [String] = []) async throws -> [String] {
    let outcome = try await types(["list", "--format", "plain"] + words)
    // Behind the id, which has eight digits.
    return outcome.output.split(separator: "\n").map { String($0.dropFirst(10)) }
  }

  /// The cards that `list` shows, in its order.
  package func cards(_ words: String...) async throws -> [ListedCard] {
    let outcome = try await types(["list", "--format", "json"] + words)
    return try JSONDecoder().decode([ListedCard].self, from: Data(outcome.bytes))
  }

  /// The card that words mean, as `show` describes it.
  package func card(_ words: String) async throws -> ShownCard {
    let outcome = try await types("show", words, "--as", "json")
    return try JSONDecoder().decode(ShownCard.self, from: Data(outcome.bytes))
  }

  /// Runs `cardvault` on a terminal and answers its questions; see `typist`.
  ///
  /// The answers are pairs of text to wait for and keys to press then; another program can be run instead.
  package func converses(
    _ words: [String], answers: [(wait: String, type: String)], columns: Int = 120, rows: Int = 60,
    program: FilePath? = nil, environment: [String: String] = [:]
  ) async throws -> Outcome {
    var script = ["\(columns)", "\(rows)", "\(2 * answers.count)"]
    for answer in answers { script += [answer.wait, answer.type] }
    script.append((program ?? Self.executables.appending("cardvault")).string)
    return try await runs(Self.typist, script + words, environment: environment)
  }

  /// Renders an SVG to PNG the way cardvault does, with one fresh reader.
  package func renders(svg: [UInt8]) async throws -> [UInt8] {
    let reader = Self.executables.appending("cardvault-reader")
    return try await runs(
      reader, ["--render", "png"], input: String(decoding: svg, as: UTF8.self)
    ).bytes
  }

  /// Writes a file into the home folder and returns its path.
  package func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let path = home.appending(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path.string))
    return path
  }
}
