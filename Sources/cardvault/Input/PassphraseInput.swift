internal import Cards
internal import Glibc
internal import Sealing
internal import Terminal
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Reads passphrases from the terminal without echo, or from a file descriptor, one per line.
struct PassphraseInput {
  /// The descriptor that a script writes to; `nil` asks on the terminal.
  let descriptor: Int32?
  let console: Console

  /// How many attempts a person has.
  private static let tries = 3

  /// Opens a wrapped key with its passphrase; at a terminal there are three tries.
  ///
  /// The question names the key by the start of its id, since a person may have several, or what else the passphrase
  /// opens.
  ///
  /// - Throws: `VaultError.wrongPassphrase` after three tries, `.passphrase`, with the reason `.refused` for a script's
  ///   line that is wrong, or `.passphraseNeeded` if nobody can be asked.
  func root(
    of key: WrappedKey, named thing: String? = nil
  ) throws(VaultError) -> sending RootKey {
    if let descriptor {
      do throws(VaultError) {
        return try opened(key, with: try Self.line(descriptor))
      } catch {
        // Its author needs to know which line it is; a person is asked again.
        throw error == .wrongPassphrase ? .passphrase(.refused) : error
      }
    }
    guard console.isInteractive else { throw .passphraseNeeded }
    // As many digits as the name of its recovery sheet has.
    let asked = thing ?? "the key \(key.keyID.description.prefix(8))"
    // Echo is off before the question: some people start typing at once.
    return try TTY.withoutEcho { () throws(VaultError) in
      for _ in 0..<Self.tries {
        do throws(VaultError) {
          return try opened(key, with: try answer(to: .passphrase, with: [asked]))
        } catch {
          guard error == .wrongPassphrase || error == .passphrase(.empty) else { throw error }
          console.say("That is not the passphrase.\n")
        }
      }
      throw .wrongPassphrase
    }
  }

  /// Reads a new passphrase; at a terminal it is typed twice.
  ///
  /// A weak one is reported, and at a terminal random words are offered instead.
  ///
  /// - `thing`: What it will open.
  /// - `noun`: What people call it: an archive has a password.
  /// - `option`: The option with which a script hands it over.
  /// - Throws: `VaultError.passphrase`, or `Failure` if nobody can be asked.
  func newPassphrase(
    for thing: String, called noun: String = "passphrase",
    orFrom option: String = "--passphrase-fd"
  ) throws -> Passphrase {
    if let descriptor {
      let passphrase = try Self.line(descriptor)
      let strength = PassphraseStrength(of: passphrase)
      if strength.isWeak {
        console.complain(strength.words(of: noun), try: PassphraseStrength.advice)
      }
      return passphrase
    }
    try checkTerminal(called: noun, orElse: .use(.text(option), "N", note: "in scripts"))
    let passphrase = try typedNew(thing, called: noun)
    let strength = PassphraseStrength(of: passphrase)
    guard strength.isWeak else { return passphrase }
    console.say("\(console.warning("\(strength.sentence(of: noun))"))\n")
    guard console.agrees(to: Question.randomWords) else { return passphrase }
    return try suggestedPassphrase(for: thing, called: noun)
  }

  /// Reads a new password that encrypts an archive for another program.
  ///
  /// - Throws: `Failure`, or `VaultError` for guarded memory.
  func newArchivePassword() throws -> Passphrase {
    do {
      return try newPassphrase(for: "the archive", called: "password", orFrom: "--password-fd")
    } catch VaultError.passphrase(let problem) {
      throw Failure(archivePassword: problem)
    }
  }

  /// Makes a passphrase of random words, shows it, and has it typed once.
  ///
  /// - Throws: `VaultError`, or `Failure` if there is no terminal, or the words were typed wrong each time.
  func suggestedPassphrase(
    for thing: String, called noun: String = "passphrase"
  ) throws -> Passphrase {
    try checkTerminal(
      called: noun, orElse: "run the same command on a terminal, where the words can be shown")
    let words = try VaultError.ofKeys { () throws(SealingError) in try Passphrase.suggested() }
    console.say("The new \(noun) for \(thing):\n\n  ")
    words.show(on: STDERR_FILENO)
    console.say("\n\nWrite it down now: it will not be shown again. Then clear the screen.\n")
    try TTY.withoutEcho { () throws(any Error) -> Void in
      for _ in 0..<Self.tries {
        if try isTyped(words) { return }
        console.say("That is not what is shown above.\n")
      }
      throw Failure(
        Self.refusal(of: noun), because: "the words were typed wrong \(Self.tries) times",
        try: "run the same command again; it suggests other words", status: .wrongKey)
    }
    return words
  }

  private static func refusal(of noun: String) -> String { "no \(noun) was set" }

  private func checkTerminal(called noun: String, orElse advice: Advice) throws(Failure) {
    guard !console.isInteractive else { return }
    throw Failure(
      Self.refusal(of: noun), because: "there is no terminal to ask for it", try: advice,
      status: .wrongKey)
  }

  private func typedNew(_ thing: String, called noun: String) throws -> Passphrase {
    try TTY.withoutEcho { () throws(any Error) in
      for _ in 0..<Self.tries {
        if let typed = try typedTwice(thing, called: noun) { return typed }
        console.say("The two \(noun)s differ.\n")
      }
      throw Failure(
        Self.refusal(of: noun), because: "the two \(noun)s differed each time",
        try: "run the same command again", status: .wrongKey)
    }
  }

  /// Reads the password of another wallet's archive, which leaves guarded memory for the reader that opens the archive.
  static func archivePassword(from descriptor: Int32) throws -> String {
    do throws(VaultError) {
      return String(decoding: try line(descriptor).unguardedBytes, as: UTF8.self)
    } catch {
      guard case .passphrase(let problem) = error else { throw error }
      throw Failure(archivePassword: problem)
    }
  }

  /// A new passphrase; `nil` if the second one differed.
  private func typedTwice(
    _ thing: String, called noun: String
  ) throws(VaultError) -> Passphrase? {
    let first = try answer(to: .newPassphrase, with: [noun, thing])
    let second = try answer(to: .again)
    guard first.isSame(as: second) else { return nil }
    return first
  }

  /// Whether the person now types the passphrase that was shown.
  private func isTyped(_ shown: borrowing Passphrase) throws(VaultError) -> Bool {
    do throws(VaultError) {
      return try answer(to: .shownWords).isSame(as: shown)
    } catch {
      guard error == .passphrase(.empty) else { throw error }
      return false
    }
  }

  private func opened(
    _ key: WrappedKey, with passphrase: consuming sending Passphrase
  ) throws(VaultError) -> sending RootKey {
    let passphrase = passphrase
    let count = WorkMeter.begin(.deriving)
    defer { count.end() }
    return try VaultError.ofKeys { () throws(SealingError) in try key.unwrap(passphrase) }
  }

  private func answer(
    to question: Question, with values: [String] = []
  ) throws(VaultError) -> sending Passphrase {
    console.say(TerminalText(asking: question, with: values))
    defer { console.say("\n") }
    return try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(readingLineFrom: STDIN_FILENO)
    }
  }

  private static func line(_ descriptor: Int32) throws(VaultError) -> sending Passphrase {
    // The readers that we start must not inherit it.
    if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(readingLineFrom: descriptor)
    }
  }
}
