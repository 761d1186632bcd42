internal import Cards
internal import Drawing
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import Terminal
internal import Wallet
internal import WebApp

/// Shows the person who started the server how to sign in.
final class Announcement: Sendable {
  /// The start in one line of JSON; the secrets are in the file.
  private struct Start: Encodable {
    let address: String
    let signIn: String?
    /// Where a device in the home network gets the certificate, and the fingerprint to compare.
    let trust: String?
    let fingerprint: String?
  }

  private let opensBrowser: Bool
  private let isQuiet: Bool
  private let isForScripts: Bool
  private let home: HomeAccess?
  private let isFirst = Atomic(true)
  private let opening = Mutex<Task<Void, Never>?>(nil)
  private let file = SignInFile()

  /// - Parameters:
  ///   - opensBrowser: whether to open the first link in a browser.
  ///   - isQuiet: whether to show nothing but links.
  ///   - isForScripts: whether a program reads where the server is, as JSON.
  ///   - home: how devices in the home network reach it, if they do.
  init(opensBrowser: Bool, isQuiet: Bool, isForScripts: Bool, home: HomeAccess?) {
    self.opensBrowser = opensBrowser
    self.isQuiet = isQuiet
    self.isForScripts = isForScripts
    self.home = home
  }

  /// Shows a new link and a new code.
  func show(_ offer: SignInOffer) {
    let isFirst = isFirst.exchange(false, ordering: .relaxed)
    let opensIt = isFirst && opensBrowser
    let isForFile = isForScripts || Self.isLogged
    // Once: a browser may be reading it.
    let path = opensIt || isForFile ? file.write(offer) : nil
    if opensIt, let path { opening.withLock { $0 = Task { await Browser.open(path) } } }
    if isForFile {
      guard isFirst else { return }
      if isForScripts { return say(start(offer, path).json) }
      say(
        path.map { "Serving \(offer.origin). The link and the code to sign in are in \($0)" }
          ?? "Serving \(offer.origin), but the link to sign in could not be written to a private file"
      )
      if let home {
        say(HomeWords.invitation(to: home.trustLink))
        say(HomeWords.advice(fingerprint: home.certificate.fingerprint))
      }
    } else if isQuiet {
      say(offer.link)
      if isFirst, let home { say(home.trustLink) }
    } else if isFirst {
      say("\(offer.link)\n")
      say("The link works once. For another browser, open \(offer.origin) and type \(code(offer)).")
      if let home { invite(to: home) }
      say("Press Ctrl-C to stop.")
    } else {
      say("For another browser: \(offer.link)\nor the code \(code(offer))")
    }
  }

  /// Waits until the browser has been started, then removes what only this server needed.
  func end() async {
    await opening.withLock { $0 }?.value
    file.remove()
  }

  /// Whether standard output is no terminal: a journal, a file or another program, which may keep what it gets.
  private static var isLogged: Bool { isatty(FileDescriptor.standardOutput.rawValue) == 0 }

  private func start(_ offer: SignInOffer, _ path: String?) -> Start {
    Start(
      address: offer.origin, signIn: path, trust: home?.trustLink,
      fingerprint: home?.certificate.fingerprint)
  }

  /// Shows how a phone gets here, with a picture of the link if the terminal has room for it.
  private func invite(to home: HomeAccess) {
    let link = home.trustLink
    say("\n" + HomeWords.invitation(to: link))
    let code = Barcode(symbology: .qrCode, bytes: Array(link.utf8), text: link)
    let ink: TerminalPicture.Ink = TTY.background == .light ? .dark : .light
    if let symbol = try? DrawnSymbol(code), let size = TTY.size,
      let picture = try? TerminalPicture(
        symbol, columns: size.columns, rows: TerminalPicture.leastSize(of: symbol).lines, ink: ink)
    {
      for line in picture.lines { say(line) }
    }
    say(HomeWords.advice(fingerprint: home.certificate.fingerprint) + "\n")
  }

  private func code(_ offer: SignInOffer) -> String {
    "\(offer.code.prefix(3)) \(offer.code.suffix(3))"
  }

  private func say(_ line: String) {
    _ = try? FileDescriptor.standardOutput.writeAll("\(line)\n".utf8)
  }
}
