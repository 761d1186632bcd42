internal import Cards
internal import FoundationEssentials
internal import Synchronization
package import SystemPackage

/// Where a command's output goes: results to standard output, everything else to standard error.
package struct Console: Sendable {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    case table, plain, json, jsonl

    /// Whether it is meant for a program.
    package var isForScripts: Bool { self == .json || self == .jsonl }
  }

  /// What is known of a command while it runs, for whatever may end it; safe in a signal handler.
  package final class State: Sendable {
    fileprivate let isWaiting = Atomic(false)
    private let hasStored = Atomic(false)

    /// Nothing is asked, and nothing is stored.
    package init() {}

    /// Whether a person is being asked something.
    package var isAsking: Bool {
      isWaiting.load(ordering: .relaxed) || Echo.isHidden.load(ordering: .relaxed)
    }

    /// Whether something was stored.
    package var isStored: Bool { hasStored.load(ordering: .relaxed) }

    /// Records that something was stored.
    package func noteStored() { hasStored.store(true, ordering: .relaxed) }
  }

  /// Why a result could not be delivered.
  package enum Loss: Sendable {
    /// The reader closed its end of the pipe, as `head` does.
    case unread
    /// Writing to standard output failed, as on a full disk.
    case unwritten
  }

  /// How results are written.
  package let format: Format
  /// Whether to write only results, questions and complaints.
  package let isQuiet: Bool
  /// When the log of `--verbose` began; `nil` if none is written.
  package let logStart: ContinuousClock.Instant?
  /// What is known of the command while it runs.
  package let state: State
  /// Whether to use colours; `nil` asks the terminal and NO_COLOR (no-color.org).
  private let wantsColour: Bool?
  private var onLoss: @Sendable (Console, Loss) -> Never

  /// A console on the standard streams.
  ///
  /// - Parameters:
  ///   - format: How results are written.
  ///   - isQuiet: Whether to write only results, questions and complaints.
  ///   - logStart: When the log of `--verbose` began; `nil` if none is written.
  ///   - wantsColour: Whether to use colours; `nil` asks the terminal and NO_COLOR.
  ///   - state: The one state of the process.
  ///   - onLoss: Ends the command if its result could not be written.
  package init(
    format: Format, isQuiet: Bool, logStart: ContinuousClock.Instant?, wantsColour: Bool?,
    state: State, onLoss: @escaping @Sendable (Console, Loss) -> Never
  ) {
    self.format = format
    self.isQuiet = isQuiet
    self.logStart = logStart
    self.wantsColour = wantsColour
    self.state = state
    self.onLoss = onLoss
  }

  /// The same console with another end for a command whose result could not be written.
  package func with(onLoss: @escaping @Sendable (Console, Loss) -> Never) -> Console {
    var console = self
    console.onLoss = onLoss
    return console
  }

  /// Whether a person can be asked: standard input and standard error are terminals.
  package var isInteractive: Bool {
    TTY.isTerminal(.standardInput) && TTY.isTerminal(.standardError)
  }

  /// Whether symbols there are black on white, even with NO_COLOR, which is about decoration: a scanner reads them.
  package func paintsSymbols(_ descriptor: FileDescriptor) -> Bool {
    wantsColour ?? (TTY.isTerminal(descriptor) && Environment["TERM"] != "dumb")
  }

  /// Whether text there is coloured.
  private func hasColour(_ descriptor: FileDescriptor) -> Bool {
    (wantsColour ?? (Environment["NO_COLOR"] == nil)) && paintsSymbols(descriptor)
  }

  /// Writes a line of the result, broken between words if it is wider than the terminal.
  package func result(_ line: TerminalText) { result(lines: [broken(line, on: .standardOutput)]) }

  /// Writes lines of the result, all at once.
  package func result(lines: [TerminalText]) {
    guard !lines.isEmpty else { return }
    let end: TerminalText = "\n"
    let text = lines.reduce(into: TerminalText("")) { text, line in
      text += line
      text += end
    }
    result(text: text)
  }

  /// Writes lines of a table, all at once.
  ///
  /// With `--verbose`, no line looks like one of the log: people publish the log, perhaps taken from both streams, and a row
  /// may begin with a card's name.
  package func result(table lines: [TerminalText]) {
    result(lines: logStart != nil ? lines.map(\.outsideLog) : lines)
  }

  /// Writes lines of the result, all at once, cleaned by `TerminalText`.
  package func result(lines: [String]) { result(lines: lines.map { TerminalText($0) }) }

  /// Writes a line of JSON, which escapes control characters in its own way.
  package func result(json value: some Encodable) { result("\(value.json)") }

  /// Writes text of the result that already has its line ends.
  package func result(text: TerminalText) { write(text, to: .standardOutput) }

  /// Writes one of our own texts unchanged, such as the help.
  package func result(unchanged text: String) { write(Array(text.utf8), to: .standardOutput) }

  /// Writes the bytes of a file unchanged; never to a terminal, which they could control.
  package func result(file bytes: [UInt8]) {
    precondition(!TTY.isTerminal(.standardOutput), "a file's bytes are not for a terminal")
    write(bytes, to: .standardOutput)
  }

  /// Writes a line for people, except with `--quiet` or in a format for scripts.
  package func remark(_ line: TerminalText, keepsLines: Bool = false) {
    if !isQuiet && !format.isForScripts { say(line + "\n", keepsLines: keepsLines) }
  }

  /// A line for people, broken between words if it is wider than the terminal there.
  private func broken(_ line: TerminalText, on descriptor: FileDescriptor) -> TerminalText {
    guard TTY.isTerminal(descriptor), let size = TTY.size else { return line }
    return line.broken(to: size.columns)
  }

  /// Writes part of a line for people, even with `--quiet`: a question must be seen.
  ///
  /// Whole lines are broken between words if they are wider than the terminal, unless `keepsLines`.
  ///
  /// No line looks like one of the log of `--verbose`, which people publish: it may begin with a file's name.
  package func say(_ words: TerminalText, keepsLines: Bool = false) {
    let isWhole = words.string.hasSuffix("\n") && !keepsLines && !format.isForScripts
    let words = isWhole ? broken(words, on: .standardError) : words
    write(words.outsideLog, to: .standardError)
  }

  /// The text in bold, if there are colours.
  package func bold(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .bold, on: descriptor)
  }

  /// The text made faint, if there are colours.
  package func faint(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .faint, on: descriptor)
  }

  /// The text in the colour of warnings, if there are colours.
  package func warning(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardError
  ) -> TerminalText {
    styled(text, .yellow, on: descriptor)
  }

  private func styled(
    _ text: TerminalText, _ style: ControlSequence, on descriptor: FileDescriptor
  ) -> TerminalText {
    hasColour(descriptor) ? "\(style)\(text)\(ControlSequence.normal)" : text
  }

  /// Asks the terminal to copy a text to the clipboard, also through ssh.
  ///
  /// - Returns: Whether there is a terminal; whether it copied the text is unknown.
  package func copies(_ text: String) -> Bool {
    guard TTY.isTerminal(.standardError) else { return false }
    say("\(ControlSequence.copy(base64: Data(text.utf8).base64EncodedString()))")
    return true
  }

  /// Asks a question and waits for a line.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - values: What fills its blanks.
  ///   - keepsSeparators: Whether to keep GS, which a scanner types for a separator in a GS1 code.
  /// - Returns: The answer without its line end and without keys that are not characters (`TypedLine`); `nil` at the
  ///   end of input.
  package func answer<Question: CaseIterable & RawRepresentable>(
    to question: Question, with values: [String] = [], keepsSeparators: Bool = false
  ) -> String? where Question.RawValue == String {
    lineTyped(
      in: TerminalText(asking: question, with: values), keepsSeparators: keepsSeparators,
      keepsInterrupted: false
    ).text
  }

  /// Asks a question and waits for a line, as `answer`; Ctrl-C ends only the line, which is then what was typed so far.
  ///
  /// Where a line cannot be edited, it ends the process.
  package func interruptibleAnswer<Question: CaseIterable & RawRepresentable>(
    to question: Question, with values: [String] = []
  ) -> (text: String?, isInterrupted: Bool) where Question.RawValue == String {
    lineTyped(
      in: TerminalText(asking: question, with: values), keepsSeparators: false,
      keepsInterrupted: true)
  }

  private func lineTyped(
    in question: TerminalText, keepsSeparators: Bool, keepsInterrupted: Bool
  ) -> (text: String?, isInterrupted: Bool) {
    state.isWaiting.store(true, ordering: .relaxed)
    defer { state.isWaiting.store(false, ordering: .relaxed) }
    let words = asked(broken(question, on: .standardError))
    let line: String?
    switch keepsSeparators
      ? .unavailable : LineEditor.answer(to: words, keepsInterrupted: keepsInterrupted)
    {
    case .line(let typed): line = typed
    case .interrupted(let typed):
      return (TypedLine(typed, keepsSeparators: false).text, true)
    case .end: line = nil
    case .unavailable:
      say(words)
      line = readLine()
    }
    guard let line else {
      say("\n")
      return (nil, false)
    }
    let text = TypedLine(line, keepsSeparators: keepsSeparators).text
    // Someone who pressed Esc or Ctrl with a letter did not mean the suggested answer.
    if text.trimmed.isEmpty, text != line {
      say("Nothing but control keys was typed.\n")
      return lineTyped(
        in: question, keepsSeparators: keepsSeparators, keepsInterrupted: keepsInterrupted)
    }
    return (text, false)
  }

  /// Writes all lines of a question but the last, behind which the answer is typed; returns that.
  private func asked(_ question: TerminalText) -> TerminalText {
    var lines = question.string.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard lines.count > 1, let last = lines.popLast() else { return question }
    say(question.withLines(lines) + "\n")
    return question.withLines([last])
  }

  /// Asks a yes-or-no question until it is answered; an empty answer means no.
  ///
  /// - Returns: `false` at the end of input too.
  package func agrees<Question: CaseIterable & RawRepresentable>(
    to question: Question, with values: [String] = []
  ) -> Bool where Question.RawValue == String {
    confirms(question, with: values, byDefault: false)
  }

  /// Asks a yes-or-no question until it is answered; an empty answer means yes.
  ///
  /// - Returns: `false` at the end of input too.
  package func confirms<Question: CaseIterable & RawRepresentable>(
    _ question: Question, with values: [String] = []
  ) -> Bool where Question.RawValue == String {
    confirms(question, with: values, byDefault: true)
  }

  private func confirms<Question: CaseIterable & RawRepresentable>(
    _ question: Question, with values: [String], byDefault isExpected: Bool
  ) -> Bool where Question.RawValue == String {
    while let words = answer(to: question, with: values) {
      switch words.trimmed.lowercased() {
      case "": return isExpected
      case "y", "yes": return true
      case "n", "no": return false
      default: say("Type y or n.\n")
      }
    }
    return false
  }

  private func write(_ text: TerminalText, to descriptor: FileDescriptor) {
    write(Array(text.string.utf8), to: descriptor)
  }

  private func write(_ bytes: [UInt8], to descriptor: FileDescriptor) {
    do {
      try descriptor.writeAll(bytes)
    } catch {
      // Failing to write remarks is not an error.
      guard descriptor == .standardOutput else { return }
      onLoss(self, error as? Errno == .brokenPipe ? .unread : .unwritten)
    }
  }
}
