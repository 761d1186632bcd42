internal import Cards
internal import Glibc
internal import Synchronization
internal import SystemPackage
internal import TerminalIO
internal import WebApp

/// Shows the person who started the server how to sign in.
final class Announcement: Sendable {
  /// The start in one line of JSON; the secrets are in the file.
  private struct Start: Encodable {
    let address: String
    let signIn: String?
  }

  private let opensBrowser: Bool
  private let isQuiet: Bool
  private let isForScripts: Bool
  private let isFirst = Atomic(true)
  private let file = SignInFile()

  /// - Parameters:
  ///   - opensBrowser: whether to open the first link in a browser.
  ///   - isQuiet: whether to show nothing but links.
  ///   - isForScripts: whether a program reads where the server is, as JSON.
  init(opensBrowser: Bool, isQuiet: Bool, isForScripts: Bool) {
    self.opensBrowser = opensBrowser
    self.isQuiet = isQuiet
    self.isForScripts = isForScripts
  }

  /// Shows a new link and a new code.
  func show(_ offer: SignInOffer) {
    let isFirst = isFirst.exchange(false, ordering: .relaxed)
    if isFirst, opensBrowser, let path = file.write(offer) { Browser.open(path) }
    if isForScripts || Self.isLogged {
      let path = file.write(offer)
      guard isFirst else { return }
      if isForScripts { return say(Start(address: offer.origin, signIn: path).json) }
      say(
        path.map { "Serving \(offer.origin). The link and the code to sign in are in \($0)" }
          ?? "Serving \(offer.origin), but the link to sign in could not be written to a private file"
      )
    } else if isQuiet {
      say(offer.link)
    } else if isFirst {
      say("\(offer.link)\n")
      say("The link works once. For another browser, open \(offer.origin) and type \(code(offer)).")
      say("Press Ctrl-C to stop.")
    } else {
      say("For another browser: \(offer.link)\nor the code \(code(offer))")
    }
  }

  /// Removes what only this server needed.
  func end() { file.remove() }

  /// Whether standard output is no terminal: a journal, a file or another program, which may keep what it gets.
  private static var isLogged: Bool { isatty(FileDescriptor.standardOutput.rawValue) == 0 }

  private func code(_ offer: SignInOffer) -> String {
    "\(offer.code.prefix(3)) \(offer.code.suffix(3))"
  }

  private func say(_ line: String) {
    _ = try? FileDescriptor.standardOutput.writeAll("\(line)\n".utf8)
  }
}
