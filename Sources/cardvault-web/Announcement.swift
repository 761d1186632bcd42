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

  /// Whether to open the first link in a browser.
  private let opensBrowser: Bool
  /// Whether to show only links.
  private let isQuiet: Bool
  /// Whether to show the start as JSON.
  private let isForScripts: Bool
  private let home: HomeAccess?
  private let isFirst = Atomic(true)
  private let opening = Mutex<Task<Void, Never>?>(nil)
  private let file = SignInFile()

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
    // Only once: a browser may be reading it.
    let path = opensIt || isForFile ? file.write(offer) : nil
    if opensIt, let path { opening.withLock { $0 = Task { _ = await DesktopOpener.opens(path) } } }
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

  /// Whether standard output is not a terminal, but may be kept, as by a journal, a file or another program.
  private static var isLogged: Bool { isatty(FileDescriptor.standardOutput.rawValue) == 0 }

  private func start(_ offer: SignInOffer, _ path: String?) -> Start {
    Start(
      address: offer.origin, signIn: path, trust: home?.trustLink,
      fingerprint: home?.certificate.fingerprint)
  }

  /// Shows how a phone reaches the server, with a picture of the link if the terminal has room for it.
  private func invite(to home: HomeAccess) {
    let link = home.trustLink
    say("\n" + HomeWords.invitation(to: link))
    let code = Barcode(symbology: .qrCode, bytes: Array(link.utf8), text: link)
    let ink: TerminalPicture.Ink = TTY.background == .light ? .dark : .light
    if let symbol = try? DrawnSymbol(code), let size = TTY.size,
      let picture = try? TerminalPicture(
        symbol, columns: size.columns, rows: TerminalPicture.minSize(of: symbol).lines, ink: ink)
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

/// A private page that opens a link, so that the link's secret is in no argument list.
struct SignInFile: Sendable {
  /// In the user's runtime folder (XDG Base Directory Specification 0.8), or else among temporary files.
  private let path: FilePath

  init() {
    let folder = Environment["XDG_RUNTIME_DIR"] ?? Environment["TMPDIR"] ?? "/tmp"
    path = FilePath(folder).appending("cardvault-\(UInt64.random(in: .min ... .max)).html")
  }

  /// Writes the page for a link, readable by its owner alone.
  ///
  /// - Returns: Its path; `nil` if it could not be written.
  func write(_ offer: SignInOffer) -> String? {
    let page =
      "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer>"
      + "<meta http-equiv=refresh content=\"0;url=\(offer.link)\">"
      + "<title>cardvault</title><a href=\"\(offer.link)\">Open cardvault</a>\n"
      + "<p>For another browser, open \(offer.origin) and type \(offer.code).\n"
    remove()
    do {
      // Fails if somebody has put a file or a link there.
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: .ownerReadWrite)
      _ = try file.closeAfter { try file.writeAll(page.utf8) }
      return path.string
    } catch {
      return nil
    }
  }

  /// Removes it.
  func remove() { unsafe unlink(path.string) }
}
