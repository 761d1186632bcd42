internal import Glibc
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore

/// Takes passphrases from a person at the terminal, unseen, or from a file descriptor, a line each.
struct PassphraseInput {
  /// Where a script hands them over; `nil` asks on the terminal.
  let descriptor: Int32?
  let console: Console

  /// How often somebody may mistype.
  private static let tries = 3

  /// Opens a wrapped key with its passphrase; at a terminal there are three tries.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - thing: What it is the passphrase of, where that is not the vault's key.
  /// - Returns: The root.
  /// - Throws: `VaultError.wrongPassphrase`, `.passphrase`, or `.passphraseNeeded` where nobody can be asked.
  func root(
    of key: WrappedKey, named thing: String? = nil
  ) throws(VaultError) -> sending RootKey {
    if let descriptor { return try opened(key, with: try line(descriptor)) }
    guard console.isInteractive else { throw .passphraseNeeded }
    let question: TerminalText = "Passphrase\(thing.map { " of \($0)" } ?? "") (not shown): "
    // Not shown from before the question on: who knows it types at once.
    return try Terminal.withoutEcho { () throws(VaultError) in
      for _ in 0..<Self.tries {
        do throws(VaultError) {
          return try opened(key, with: try answer(to: question))
        } catch {
          guard error == .wrongPassphrase || error == .passphrase(.empty) else { throw error }
          console.ask("That is not the passphrase.\n")
        }
      }
      throw .wrongPassphrase
    }
  }

  /// Takes a new passphrase; at a terminal it is typed twice.
  func newPassphrase() throws -> Passphrase {
    let what = "no passphrase was set"
    if let descriptor {
      return try line(descriptor)
    }
    guard console.isInteractive else {
      throw Failure(
        what, because: "there is no terminal to ask for it", try: "--passphrase-fd",
        status: .wrongKey)
    }
    return try Terminal.withoutEcho { () throws(any Error) in
      for _ in 0..<Self.tries {
        if let typed = try typedTwice() { return typed }
        console.ask("They differ.\n")
      }
      throw Failure(
        what, because: "what was typed the second time differed each time",
        try: "the same command again", status: .wrongKey)
    }
  }

  /// A new passphrase; `nil` when the second time differed.
  private func typedTwice() throws(VaultError) -> Passphrase? {
    let first = try answer(to: "New passphrase (not shown): ")
    let second = try answer(to: "Again: ")
    guard first.isSame(as: second) else { return nil }
    return first
  }

  private func opened(
    _ key: WrappedKey, with passphrase: consuming sending Passphrase
  ) throws(VaultError) -> sending RootKey {
    let passphrase = passphrase
    return try VaultError.ofKeys { () throws(SealingError) in try key.unwrap(passphrase) }
  }

  private func answer(to question: TerminalText) throws(VaultError) -> sending Passphrase {
    console.ask(question)
    defer { console.ask("\n") }
    return try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(readingLineFrom: STDIN_FILENO)
    }
  }

  private func line(_ descriptor: Int32) throws(VaultError) -> sending Passphrase {
    // The readers that we start have no business with it.
    if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(readingLineFrom: descriptor)
    }
  }
}
