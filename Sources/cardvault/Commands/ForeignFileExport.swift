internal import ArgumentParser
internal import Cards
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

/// Writes cards for another program, as `export --to` does.
struct ForeignFileExport {
  private let command: ExportCommand
  private let form: ExportForm
  private let console: Console

  private static let refusal = "nothing was written"

  init(_ command: ExportCommand, as form: ExportForm, _ console: Console) {
    self.command = command
    self.form = form
    self.console = console
  }

  private var isStreamed: Bool { command.file == "-" }

  /// Writes the file, and reports what is in it and what is not.
  func run() async throws {
    try checkPlace()
    let certificate = try command.signWith.map { try FileArguments.path($0) }
    let store = try await command.vault.open(console)
    let chosen = try await store.cards(matchingAny: command.cards)
    try checkEnding(for: chosen)
    let export = try await ForeignExport(
      of: chosen, in: store, as: form,
      .init(
        today: try .today(), now: Vault.wallClock(), password: try password(),
        certificate: certificate,
        onMissing: MissingProtections(console).tell))
    if isStreamed {
      try stream(export)
    } else {
      try NewFile.write(export.bytes, to: command.file)
    }
    tell(of: export)
    let isWhole = !(await store.warn(console))
    if let failure = export.failure { throw failure }
    if !isWhole { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }

  /// Checks that the file can be where it was asked for.
  private func checkPlace() throws {
    if !isStreamed {
      try NewFile.check(command.file, orElse: Self.refusal)
    } else if form.isForPrograms, TTY.isTerminal(.standardOutput) {
      throw Failure.usage(
        Self.refusal, because: "such a file cannot be shown in a terminal",
        try: .option("use a file name, or - followed by | or >"))
    }
  }

  /// Checks the ending of a pass's file, by which phones open passes.
  private func checkEnding(for chosen: [Card]) throws {
    let withheld = form.withheld(from: chosen)
    let count = chosen.count - withheld.count
    guard form == .pass, !isStreamed, count > 0 else { return }
    let right = count == 1 ? "pkpass" : "pkpasses"
    let ending = FilePath(command.file).extension?.lowercased() ?? ""
    guard ["pkpass", "pkpasses", "zip"].contains(ending), ending != right else { return }
    let cards = count == 1 ? "one card needs" : "\(count) cards need"
    let others = count == 1 ? "" : ", or --cards with one card"
    throw Failure.usage(
      Self.refusal,
      because: (withheld.isEmpty ? "" : "\(withheld.reason); ") + "\(cards) a .\(right) file",
      try: .option("use a name that ends with .\(right)\(others)"))
  }

  /// The password that was asked for; the archive is written by another process, which gets it through a pipe.
  private func password() throws -> [UInt8]? {
    guard command.password || command.passwordFD != nil else { return nil }
    let input =
      command.passwordFD.map { PassphraseInput(descriptor: $0, console: console) }
      ?? command.vault.passphrases(console)
    let typed = try input.newArchivePassword()
    return typed.unguardedBytes
  }

  private func stream(_ export: ForeignExport) throws {
    guard TTY.isTerminal(.standardOutput) else { return console.result(file: export.bytes) }
    // A terminal gets the link only: see `checkPlace`.
    let code = export.linkCode
    try draw(code, of: export.cards)
    console.result("\(code.text)")
  }

  /// Draws the link's QR code, if the window has room for it.
  private func draw(_ code: Barcode, of cards: [Card]) throws {
    guard let card = cards.first else { return }
    let shown = Card(id: card.id, name: card.name, codes: [code])
    let screen = try CardScreen(shown, barcodes: [code], isWindow: true, console)
    if screen.refusal == nil { console.result(text: screen.text) }
  }

  private func tell(of export: ForeignExport) {
    let isEncrypted = command.password || command.passwordFD != nil
    let report = ForeignExportReport(export, isEncrypted: isEncrypted)
    if isStreamed {
      // Standard output is the file's.
      if command.common.format.isForScripts { return console.say("\(report.json)\n") }
      console.remark("Written: \(export.words)")
    } else {
      console.noteStored()
      if command.common.format.isForScripts { return console.result(json: report) }
      console.result("Written: \(command.file), \(export.words)")
    }
    for line in export.leftOutLines { console.remark("\(line)") }
    console.suggest(export.photoSuggestion)
    console.remark("\(export.warning(isEncrypted: isEncrypted))")
  }
}
