internal import Glibc
internal import Synchronization
internal import SystemPackage

/// Where a command's result and its remarks go: results to standard output, all else to standard error.
struct Console {
  /// How results are written.
  enum Format: String, CaseIterable {
    case table, plain, json, jsonl

    /// Whether a program reads it.
    var isForScripts: Bool { self == .json || self == .jsonl }
  }

  var format = Format.table
  var isQuiet = false
  /// Whether to colour; `nil` asks the terminal and NO_COLOR (no-color.org).
  var wantsColour: Bool?

  /// Whether both sides of a conversation with a person are there.
  var isInteractive: Bool {
    Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardError)
  }

  func hasColour(_ descriptor: FileDescriptor) -> Bool {
    if let wantsColour { return wantsColour }
    guard Terminal.isTerminal(descriptor) else { return false }
    let refusal = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 }
    return refusal != true
  }

  /// Whether this command has stored something, so that it is no failure when nobody hears of it.
  private static let hasStored = Atomic(false)

  /// Takes note that something was stored.
  static func noteStored() { hasStored.store(true, ordering: .relaxed) }

  /// Writes a line of the result.
  func result(_ line: TerminalText) { result(lines: [line]) }

  /// Writes lines of the result, all at once.
  func result(lines: [TerminalText]) {
    guard !lines.isEmpty else { return }
    let end: TerminalText = "\n"
    let text = lines.reduce(into: TerminalText("")) { text, line in
      text += line
      text += end
    }
    result(text: text)
  }

  /// Writes lines of the result, all at once, as `TerminalText` cleans them.
  func result(lines: [String]) { result(lines: lines.map { TerminalText($0) }) }

  /// Writes a line of JSON, which has stand-ins of its own for what could steer a terminal.
  func result(json value: some Encodable) { result("\(value.json)") }

  /// Writes text of the result that has its line ends already.
  func result(text: TerminalText) { write(text, to: .standardOutput) }

  /// Writes the bytes of a file, as they are; never to a terminal, which they could steer.
  func result(file bytes: [UInt8]) {
    precondition(!Terminal.isTerminal(.standardOutput), "a file's bytes are not for a terminal")
    write(bytes, to: .standardOutput)
  }

  /// Writes a line for the person, unless `--quiet` or a script reads along.
  func remark(_ line: TerminalText) {
    if !isQuiet && !format.isForScripts { ask(line + "\n") }
  }

  /// Says what went wrong with one thing of several, even under `--quiet`.
  ///
  /// For scripts it is an object of JSON in a line, as errors are.
  func complain(_ words: String, try advice: String) {
    ask(
      format.isForScripts
        ? "\(NoticeReport(notice: words, try: advice).json)\n"
        : "\(warning("\(words)"))\n  try: \(advice)\n")
  }

  /// Writes part of a line for the person, even under `--quiet`: a question must be seen.
  func ask(_ words: TerminalText) { write(words, to: .standardError) }

  func bold(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .bold, on: descriptor)
  }

  func faint(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .faint, on: descriptor)
  }

  func warning(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardError
  ) -> TerminalText {
    styled(text, .yellow, on: descriptor)
  }

  private func styled(
    _ text: TerminalText, _ style: ControlSequence, on descriptor: FileDescriptor
  ) -> TerminalText {
    hasColour(descriptor) ? "\(style)\(text)\(ControlSequence.normal)" : text
  }

  /// Asks a question and waits for a line.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - keepsSeparators: whether GS stays, which a scanner types where a GS1 code has a separator.
  /// - Returns: The answer without its line end and without keys that are no characters (`TypedLine`);
  ///   `nil` at the end of input.
  func answer(to question: TerminalText, keepsSeparators: Bool = false) -> String? {
    ask(question)
    let line = readLine()
    if line == nil { ask("\n") }
    return line.map { TypedLine($0, keepsSeparators: keepsSeparators).text }
  }

  /// Asks a yes-or-no question until it is answered; an empty answer means yes.
  ///
  /// - Returns: `false` at the end of input too.
  func confirms(_ question: TerminalText) -> Bool {
    while let words = answer(to: "\(question) [Y/n] ")?.lowercased() {
      if ["", "y", "yes"].contains(words) { return true }
      if ["n", "no"].contains(words) { return false }
    }
    return false
  }

  /// Writes an error the way the format wants it.
  func report(_ failure: Failure) {
    switch format {
    case .json, .jsonl:
      ask("\(FailureReport(failure).json)\n")
    case .table, .plain:
      let advice: TerminalText = failure.advice.map { "try: \($0)\n" } ?? ""
      ask("cardvault: error: \(failure.what)\nbecause \(failure.because)\n\(advice)")
    }
  }

  private func write(_ text: TerminalText, to descriptor: FileDescriptor) {
    write(Array(text.string.utf8), to: descriptor)
  }

  private func write(_ bytes: [UInt8], to descriptor: FileDescriptor) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      // Nobody listening to remarks is no reason to stop.
      guard descriptor == .standardOutput else { return }
      if Self.hasStored.load(ordering: .relaxed) {
        report(
          Failure(
            "what was asked for is done and stored, but its result could not be written",
            because: "standard output takes no more",
            try: "cardvault list, to see what is in the vault", status: .partlyDone))
        exit(ExitStatus.partlyDone.rawValue)
      }
      // Whoever reads the result has enough, as `head` does.
      if error as? Errno == .brokenPipe { exit(ExitStatus.success.rawValue) }
      report(
        Failure(
          "the result could not be written", because: "standard output takes no more",
          try: "look at the disk it goes to", status: .unexpected))
      exit(ExitStatus.unexpected.rawValue)
    }
  }
}
