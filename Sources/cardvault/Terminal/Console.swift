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
  func result(_ line: String) { write(Array(line.utf8) + [0x0A], to: .standardOutput) }

  /// Writes lines of the result, all at once.
  func result(lines: [String]) {
    guard !lines.isEmpty else { return }
    result(lines.joined(separator: "\n"))
  }

  /// Writes bytes of the result, as they are.
  func result(bytes: [UInt8]) { write(bytes, to: .standardOutput) }

  /// Writes a line for the person, unless `--quiet` or a script reads along.
  func remark(_ line: String) {
    if !isQuiet && !format.isForScripts { write(Array(line.utf8) + [0x0A], to: .standardError) }
  }

  /// Says what went wrong with one thing of several, even under `--quiet`.
  ///
  /// For scripts it is an object of JSON in a line, as errors are.
  func complain(_ words: String, try advice: String) {
    ask(
      format.isForScripts
        ? NoticeReport(notice: words, try: advice).json + "\n"
        : "\(warning(words))\n  try: \(advice)\n")
  }

  /// Writes part of a line for the person, even under `--quiet`: a question must be seen.
  func ask(_ words: String) { write(Array(words.utf8), to: .standardError) }

  func bold(_ text: String, on descriptor: FileDescriptor = .standardOutput) -> String {
    hasColour(descriptor) ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  func faint(_ text: String, on descriptor: FileDescriptor = .standardOutput) -> String {
    hasColour(descriptor) ? "\u{1B}[2m\(text)\u{1B}[0m" : text
  }

  func warning(_ text: String, on descriptor: FileDescriptor = .standardError) -> String {
    hasColour(descriptor) ? "\u{1B}[33m\(text)\u{1B}[0m" : text
  }

  /// Asks a question and waits for a line.
  ///
  /// - Returns: The answer without its line end; `nil` at the end of input.
  func answer(to question: String) -> String? {
    ask(question)
    let line = readLine()
    if line == nil { ask("\n") }
    return line
  }

  /// Asks a yes-or-no question until it is answered; an empty answer means yes.
  ///
  /// - Returns: `false` at the end of input too.
  func agrees(to question: String) -> Bool {
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
      let report = FailureReport(failure)
      write(Array(report.json.utf8) + [0x0A], to: .standardError)
    case .table, .plain:
      var lines = ["cardvault: error: \(failure.what)", "because \(failure.because)"]
      if let advice = failure.advice { lines.append("try: \(advice)") }
      write(Array((lines.joined(separator: "\n") + "\n").utf8), to: .standardError)
    }
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
