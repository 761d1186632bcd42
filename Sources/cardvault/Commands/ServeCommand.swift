internal import ArgumentParser
internal import Glibc
internal import ReaderLink
internal import SystemPackage
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

struct ServeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Open your cards in a browser on this machine.",
    discussion: """
      Examples:
        cardvault serve --open     open the web app in your browser
        cardvault serve            print a link to open
        cardvault serve --public-url https://cards.example.org
                                   behind your own reverse proxy
        cardvault serve --lan      for phones on your home network

      The web app listens on this machine only; with --lan, also at its addresses on your home network, through \
      caddy. Without a vault, the page creates one, or brings the one that you have. It locks itself when nobody has \
      used it for a while. The passphrase opens it again; without one, a new link does. Press Ctrl-C to stop it.

      If the output is not a terminal, or with --format json, the link and the sign-in code are written to a file \
      that only you can read; the output names that file.

      \(ExitStatus.help([.inUse, .wrongKey, .damaged, .conflict]))
      """)

  @Option(help: .init("The port; 0 for any free one (default: 22738).", valueName: "number"))
  var port: Int?

  @Flag(help: "Open it in your browser.")
  var open = false

  @Option(
    name: .customLong("public-url"),
    help: .init("The address of your reverse proxy, if it has one.", valueName: "url"))
  var publicURL: String?

  @Flag(help: "Serve your home network, too, with TLS.")
  var lan = false

  @Option(
    name: .customLong("lan-port"),
    help: .init("The port for your home network.", valueName: "number"))
  var lanPort = 22_739

  @Option(
    name: .customLong("lock-after"),
    help: .init("Lock it after this many minutes without use.", valueName: "minutes"))
  var lockAfter = 10

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    guard vault.passphraseDescriptor == nil else {
      throw Failure.usage(
        "nothing was served", because: "the web page asks for the passphrase, not serve",
        try: .run("serve").or(.run("unlock", "--passphrase-fd", "N", note: "before serve")))
    }
    guard (0...Int(UInt16.max)).contains(port ?? 0), (1...Int(UInt16.max)).contains(lanPort) else {
      throw Failure.usage(
        "there is no such port", because: "ports are numbers from 0 to 65535",
        try: .option("leave --port out, or use a number above 1023"))
    }
    guard (1...1_440).contains(lockAfter) else {
      throw Failure.usage(
        "nothing was served", because: "--lock-after needs 1 to 1440 minutes, which is a day",
        try: .use("--lock-after", "30"))
    }
    let locations = try vault.locations()
    throw try start(arguments(for: locations))
  }

  private func arguments(for locations: VaultLocations) -> [String] {
    var words = [
      "--started-by", ProgramVersion.own, "--vault", locations.vault.absolute, "--key-directory",
      locations.keyDirectory.absolute, "--state-directory", locations.stateDirectory.absolute,
      "--lock-after", "\(lockAfter)",
    ]
    if let keyFile = locations.keyFile { words += ["--key-file", keyFile.absolute] }
    if let port { words += ["--port", "\(port)"] }
    if let publicURL { words += ["--public-url", publicURL] }
    if lan { words += ["--home-port", "\(lanPort)"] }
    if open { words.append("--open") }
    if common.format.isForScripts { words.append("--json") }
    if common.quiet { words.append("--quiet") }
    if common.verbose { words.append("--verbose") }
    return words
  }

  /// Becomes the server; returns why that was not possible.
  private func start(_ words: [String]) throws -> Failure {
    guard let program = InstalledProgram.named("cardvault-web") else {
      return Failure(
        "the web app is not installed",
        because: "cardvault-web is not in the same folder as cardvault",
        try: InstalledProgram.installation.advice, status: .unexpected)
    }
    // Never freed: this process ends, or becomes the server.
    var arguments = unsafe ([program.string] + words).map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    _ = unsafe execv(program.string, arguments)
    let problem = Errno(rawValue: errno)
    return Failure(
      "the web app could not be started", because: "cardvault-web cannot be run: \(problem.reason)",
      try: InstalledProgram.installation.advice, status: .unexpected)
  }
}
