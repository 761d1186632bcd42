internal import Glibc
package import SystemPackage

/// Where a command's result and its remarks go: results to standard output, all else to standard error.
package struct Console: Sendable {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    case table, plain, json, jsonl

    /// Whether a program reads it.
    package var isForScripts: Bool { self == .json || self == .jsonl }
  }

  /// Why a result did not get where it belongs.
  package enum Loss: Sendable {
    /// The reader closed its end of the pipe, as `head` does.
    case unread
    /// Writing to standard output failed, as on a full disk.
    case unwritten
  }

  /// How results are written.
  package let format: Format
  /// Whether only results, questions and complaints are written.
  package let isQuiet: Bool
  /// Whether to colour; `nil` asks the terminal and NO_COLOR (no-color.org).
  private let wantsColour: Bool?
  private let onLoss: @Sendable (Console, Loss) -> Never

  /// A console on the standard streams.
  ///
  /// - Parameters:
  ///   - format: how results are written.
  ///   - isQuiet: whether only results, questions and complaints are written.
  ///   - wantsColour: whether to colour; `nil` asks the terminal and NO_COLOR.
  ///   - onLoss: ends the command when its result could not be written.
  package init(
    format: Format, isQuiet: Bool, wantsColour: Bool?,
    onLoss: @escaping @Sendable (Console, Loss) -> Never
  ) {
    self.format = format
    self.isQuiet = isQuiet
    self.wantsColour = wantsColour
    self.onLoss = onLoss
  }

  /// Whether both sides of a conversation with a person are there.
  package var isInteractive: Bool {
    Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardError)
  }

  /// Whether what goes there is coloured.
  package func hasColour(_ descriptor: FileDescriptor) -> Bool {
    if let wantsColour { return wantsColour }
    guard Terminal.isTerminal(descriptor) else { return false }
    let refusal = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 }
    return refusal != true
  }

  /// Writes a line of the result.
  package func result(_ line: TerminalText) { result(lines: [line]) }

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

  /// Writes lines of the result, all at once, as `TerminalText` cleans them.
  package func result(lines: [String]) { result(lines: lines.map { TerminalText($0) }) }

  /// Writes a line of JSON, which has stand-ins of its own for what could steer a terminal.
  package func result(json value: some Encodable) { result("\(value.json)") }

  /// Writes text of the result that has its line ends already.
  package func result(text: TerminalText) { write(text, to: .standardOutput) }

  /// Writes the bytes of a file, as they are; never to a terminal, which they could steer.
  package func result(file bytes: [UInt8]) {
    precondition(!Terminal.isTerminal(.standardOutput), "a file's bytes are not for a terminal")
    write(bytes, to: .standardOutput)
  }

  /// Writes a line for the person, unless `--quiet` or a script reads along.
  package func remark(_ line: TerminalText) {
    if !isQuiet && !format.isForScripts { ask(line + "\n") }
  }

  /// Says what went wrong with one thing of several, even under `--quiet`.
  ///
  /// For scripts it is an object of JSON in a line, as errors are.
  package func complain(_ words: String, try advice: String) {
    ask(
      format.isForScripts
        ? "\(Notice(notice: words, try: advice).json)\n"
        : "\(warning("\(words)"))\n  try: \(advice)\n")
  }

  /// Writes part of a line for the person, even under `--quiet`: a question must be seen.
  package func ask(_ words: TerminalText) { write(words, to: .standardError) }

  /// The text in bold, where there is colour.
  package func bold(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .bold, on: descriptor)
  }

  /// The text made faint, where there is colour.
  package func faint(
    _ text: TerminalText, on descriptor: FileDescriptor = .standardOutput
  ) -> TerminalText {
    styled(text, .faint, on: descriptor)
  }

  /// The text in the colour of warnings, where there is colour.
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

  /// Asks a question and waits for a line.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - keepsSeparators: whether GS stays, which a scanner types where a GS1 code has a separator.
  /// - Returns: The answer without its line end and without keys that are no characters (`TypedLine`);
  ///   `nil` at the end of input.
  package func answer(to question: TerminalText, keepsSeparators: Bool = false) -> String? {
    ask(question)
    let line = readLine()
    if line == nil { ask("\n") }
    return line.map { TypedLine($0, keepsSeparators: keepsSeparators).text }
  }

  /// Asks a yes-or-no question until it is answered; an empty answer means yes.
  ///
  /// - Returns: `false` at the end of input too.
  package func confirms(_ question: TerminalText) -> Bool {
    while let words = answer(to: "\(question) [Y/n] ")?.lowercased() {
      if ["", "y", "yes"].contains(words) { return true }
      if ["n", "no"].contains(words) { return false }
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
      // Nobody listening to remarks is no reason to stop.
      guard descriptor == .standardOutput else { return }
      onLoss(self, error as? Errno == .brokenPipe ? .unread : .unwritten)
    }
  }
}

/// Something that went wrong with one thing of several, as a script reads it, on standard error.
private struct Notice: Encodable {
  let notice: String
  let `try`: String
}
