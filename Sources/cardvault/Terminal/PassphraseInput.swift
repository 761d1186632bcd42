internal import Glibc
internal import Sealing
internal import SystemPackage
internal import VaultStore

/// Takes passphrases from a person at the terminal, unseen, or from a file descriptor, a line each.
struct PassphraseInput {
  /// Where a script hands them over; `nil` asks on the terminal.
  let descriptor: Int32?
  let console: Console

  /// How often somebody may mistype.
  private static let tries = 3

  /// Opens a wrapped key with its passphrase; at a terminal there are three tries.
  func root(of key: WrappedKey) throws(VaultError) -> sending RootKey {
    guard descriptor == nil else { return try opened(key, "") }
    var last = VaultError.passphraseNeeded
    for _ in 0..<Self.tries {
      do throws(VaultError) {
        return try opened(key, "Passphrase (not shown): ")
      } catch {
        guard error == .wrongPassphrase || error == .passphrase(.empty) else { throw error }
        console.ask("That is not the passphrase.\n")
        last = .wrongPassphrase
      }
    }
    throw last
  }

  /// Takes a new passphrase; at a terminal it is typed twice.
  func newPassphrase() throws -> Passphrase {
    let what = "no passphrase was set"
    guard descriptor != nil || console.isInteractive else {
      throw Failure(
        what, because: "there is no terminal to ask for it", try: "--passphrase-fd",
        status: .wrongKey)
    }
    do throws(VaultError) {
      if descriptor != nil { return try passphrase("") }
      for _ in 0..<Self.tries {
        let first = try passphrase("New passphrase (not shown): ")
        let second = try passphrase("Again: ")
        if first.isSame(as: second) { return first }
        console.ask("They differ.\n")
      }
    } catch {
      throw Failure(error)
    }
    throw Failure(
      what, because: "what was typed the second time differed each time",
      try: "the same command again", status: .wrongKey)
  }

  private func opened(
    _ key: WrappedKey, _ question: String
  ) throws(VaultError) -> sending RootKey {
    let passphrase = try passphrase(question)
    return try VaultError.ofKeys { () throws(SealingError) in
      try key.unwrap(passphrase)
    }
  }

  private func passphrase(_ question: String) throws(VaultError) -> sending Passphrase {
    if let descriptor {
      // The readers that we start have no business with it.
      if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return try VaultError.ofKeys { () throws(SealingError) in
        try Passphrase(readingLineFrom: descriptor)
      }
    }
    guard console.isInteractive else { throw .passphraseNeeded }
    console.ask(question)
    defer { console.ask("\n") }
    return try Terminal.withoutEcho { () throws(VaultError) in
      try VaultError.ofKeys { () throws(SealingError) in
        try Passphrase(readingLineFrom: STDIN_FILENO)
      }
    }
  }
}
