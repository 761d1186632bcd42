internal import ArgumentParser
internal import Cards
internal import Glibc
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet
internal import WebApp

/// The web app's server, which `cardvault serve` starts with all paths resolved.
///
/// `--version` prints its version, and with `--verbose` those of the libraries that only it has. `--pocket` prints the files
/// of a pocket's page, for `cardvault pocket`.
@main
struct CardVaultWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardvault-web",
    abstract: "Started by cardvault serve; not meant to be started by hand.",
    version: ProgramVersion.own)

  /// The version of the cardvault that starts it.
  @Option var startedBy: String
  @Option var vault: String
  @Option var keyFile: String?
  @Option var keyDirectory: String
  @Option var stateDirectory: String
  /// The port; without one, the usual port or, if that is taken, any other.
  @Option var port: Int?
  @Option var publicURL: String?
  @Option var lockAfter: Int
  /// The port for the home network; without one, it is not served.
  @Option var homePort: Int?
  @Flag var open = false
  /// Whether the start and an error are written as JSON.
  @Flag var json = false
  @Flag var quiet = false
  @Flag var verbose = false

  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.apply()
    if CommandLine.arguments.dropFirst() == ["--version", "--verbose"] {
      print(SwiftPackages.ofWebApp.joined(separator: "\n"))
      return
    }
    if CommandLine.arguments.dropFirst() == ["--pocket"] {
      print(PocketPage.lines, terminator: "")
      return
    }
    var isForScripts = false
    var log = CommandLog.off
    do {
      let command = try parse()
      isForScripts = command.json
      if command.verbose { log = CommandLog(since: .now) }
      try await command.run(log)
      logEnd(.success, log)
    } catch {
      log.note(.failed(ErrorKind(error)))
      if let failure = Failure(explaining: error) {
        report(failure, asJSON: isForScripts)
        logEnd(failure.status, log)
        Glibc.exit(failure.status.rawValue)
      }
      logEnd(.unexpected, log)
      exit(withError: error)
    }
  }

  private func run(_ log: CommandLog) async throws {
    guard startedBy == ProgramVersion.own else {
      throw Failure(
        "cannot serve the web app",
        because:
          "cardvault is version \(startedBy) and the cardvault-web next to it is version \(ProgramVersion.own)",
        try: InstalledProgram.installation.advice, status: .unexpected)
    }
    let address = try publicURL.map { text in
      guard let address = PublicURL(text) else {
        throw Failure.usage(
          "“\(text.printable)” is not the address of a server",
          because: "it needs a scheme and a host, and nothing behind them",
          try: "write it like https://cards.example.org")
      }
      return address
    }
    let locations = VaultLocations(
      vault: FilePath(vault), keyFile: keyFile.map { FilePath($0) },
      keyDirectory: FilePath(keyDirectory), stateDirectory: FilePath(stateDirectory))
    let home = try await prepareHome(in: locations.stateDirectory.appending("home"))
    let announcement = Announcement(
      opensBrowser: open, isQuiet: quiet, isForScripts: json, home: home?.access)
    func serve(on port: Int) async throws {
      var options = WebServer.Options(
        port: port, publicURL: address,
        idleLimit: .seconds(60 * lockAfter),
        hasSampleCamera: Environment["CARDVAULT_SAMPLE_CAMERA"] != nil)
      options.home = home?.access
      options.log = log
      if let front = home?.front { options.companion = { try await front.run(before: $0) } }
      try await WebServer(locations, options: options) { announcement.show($0) }.run()
    }
    do {
      do {
        try await serve(on: port ?? WebServer.defaultPort)
      } catch let error as PortError {
        guard port == nil, error.reason == .taken else { throw error.failure }
        try await serve(on: 0)
      }
    } catch {
      await announcement.end()
      throw error
    }
    await announcement.end()
  }

  /// Prepares serving the home network: finds this machine's addresses, and makes sure of a certificate and of Caddy; `nil` if
  /// it is not to be served.
  private func prepareHome(
    in folder: FilePath
  ) async throws -> (access: HomeAccess, front: HomeFront)? {
    guard let port = homePort else { return nil }
    guard let network = HomeNetwork.current else { throw Failure.noHomeNetwork }
    let certificate = try await CertificateFolder(path: folder).trusted(for: network)
    let front = HomeFront(network: network, port: port, folder: folder)
    try await front.check()
    return (HomeAccess(network, port: port, certificate: certificate), front)
  }

  private static func logEnd(_ status: ExitStatus, _ log: CommandLog) {
    log.note(.ended(status, peakMegabytes: CommandLog.peakMegabytes))
  }

  private static func report(_ failure: Failure, asJSON isForScripts: Bool) {
    let advice = failure.advice.lines.map(\.text).joined(separator: "\n")
    let text =
      isForScripts
      ? "\(FailureReport(failure).json)\n"
      : "cardvault: error: \(failure.what)\nbecause \(failure.because)\n\(advice)\n"
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
  }
}

extension PortError: Explained {
  /// The error in words: a port that the server cannot use.
  var failure: Failure {
    let what = "cannot serve the web app"
    return switch reason {
    case .taken:
      Failure(
        what, because: "another program uses port \(port)",
        try: .use("--port", "0", note: "any free port"), status: .conflict)
    case .notAllowed:
      Failure(
        what, because: "the system keeps port \(port) for administrators",
        try: .option(
          "use a port from 1024 on; your reverse proxy can have that port: --public-url"),
        status: .unexpected)
    }
  }
}
