internal import Glibc
internal import Sealing
internal import SystemPackage
internal import TerminalIO
internal import VaultFormat
internal import VaultStore
internal import Wording

/// Reads passphrases from the terminal without echo, or from a file descriptor, one per line.
struct PassphraseInput {
  /// The descriptor that a script writes to; `nil` asks on the terminal.
  let descriptor: Int32?
  let console: Console

  /// How many attempts a person has.
  private static let tries = 3

  /// Opens a wrapped key with its passphrase; at a terminal there are three tries.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - thing: What the passphrase opens; by default the key, by its id, since a person may have several.
  /// - Returns: The root.
  /// - Throws: `VaultError.wrongPassphrase`, `.passphrase`, or `.passphraseNeeded` if nobody can be asked.
  func root(
    of key: WrappedKey, named thing: String? = nil
  ) throws(VaultError) -> sending RootKey {
    if let descriptor { return try opened(key, with: try line(descriptor)) }
    guard console.isInteractive else { throw .passphraseNeeded }
    let question: TerminalText = "Passphrase for \(thing ?? "the key \(key.keyID)") (not shown): "
    // Echo is off before the question: some people start typing at once.
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

  /// Reads a new passphrase; at a terminal it is typed twice.
  ///
  /// - Parameter thing: What it will open.
  /// - Returns: The passphrase.
  /// - Throws: `VaultError.passphrase`, or `Failure` if nobody can be asked.
  func newPassphrase(for thing: String) throws -> Passphrase {
    let what = "no passphrase was set"
    if let descriptor { return try line(descriptor) }
    guard console.isInteractive else {
      throw Failure(
        what, because: "there is no terminal to ask for it", try: "use --passphrase-fd",
        status: .wrongKey)
    }
    return try Terminal.withoutEcho { () throws(any Error) in
      for _ in 0..<Self.tries {
        if let typed = try typedTwice(thing) { return typed }
        console.ask("The two passphrases differ.\n")
      }
      throw Failure(
        what, because: "the two passphrases differed each time",
        try: "run the same command again", status: .wrongKey)
    }
  }

  /// A new passphrase; `nil` if the second one differed.
  private func typedTwice(_ thing: String) throws(VaultError) -> Passphrase? {
    let first = try answer(to: "New passphrase for \(thing) (not shown): ")
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
    // The readers that we start must not inherit it.
    if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(readingLineFrom: descriptor)
    }
  }
}
