internal import ArgumentParser
internal import Cards
internal import ReaderLink
internal import Sealing
internal import SystemPackage
internal import Terminal
internal import VaultStore
internal import Wallet

struct KeySheetCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Create a recovery sheet of the key, to print and keep.",
    discussion: """
      Examples:
        cardvault key sheet
        cardvault key sheet --output sheet.pdf

      The sheet is one page with the key as a QR Code and as text. Without --output, a PDF and a PNG are \
      written to the current folder. Each file is read back to check it. Only you can read the files, \
      and they are never written inside a vault. A key with a passphrase stays protected by it on the sheet.

      \(ExitStatus.help([.noVault, .partlyDone, .wrongKey, .damaged, .nothingFound, .conflict]))
      """)

  @Option(
    name: .shortAndLong,
    help: .init("Write only this new file, .pdf or .png.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let atHand = try KeyAtHand.ofVault(vault)
    let names = try fileNames(atHand.key.keyID)
    for (name, _) in names { try SheetFile.check(name) }
    let fingerprint = try vault.keyProvider(console).root(of: atHand.key).fingerprint
    try await Self.write(
      names, atHand.key, fingerprint: fingerprint, MissingProtections(console))
    console.noteStored()
    if console.format.isForScripts {
      let files = names.map { FilePath($0.name).absolute }
      console.result(json: SheetReport(atHand.key, fingerprint: fingerprint, files: files))
      return
    }
    for (name, _) in names { console.result("Written: \(name)") }
    console.result("Fingerprint: \(fingerprint)")
    console.remark("Checked: the key was read back from the files.")
    console.remark("Next: print the sheet, keep it with your passport, and delete the files.")
  }

  private func fileNames(_ id: KeyID) throws -> [(name: String, form: PictureRenderer.Output)] {
    guard let output else {
      let stem = "cardvault-recovery-\(id.description.prefix(8))"
      return [("\(stem).pdf", .pdf), ("\(stem).png", .png)]
    }
    guard
      let form = PictureRenderer.Output(
        rawValue: output.split(separator: ".").last?.lowercased() ?? "")
    else {
      throw Failure.usage(
        "no sheet was created", because: "\(output) does not end in .pdf or .png",
        try: .use("--output", "sheet.pdf"))
    }
    return [(output, form)]
  }

  /// Writes all files, reads each one back, and only then gives them their names.
  private static func write(
    _ names: [(name: String, form: PictureRenderer.Output)], _ key: borrowing StoredKey,
    fingerprint: String, _ missing: MissingProtections
  ) async throws {
    let date = try CalendarDate.today()
    var first = try await SheetFile(
      names[0].name, names[0].form, key, fingerprint: fingerprint, date: date, missing)
    guard names.count > 1 else { return try first.place() }
    var second = try await SheetFile(
      names[1].name, names[1].form, key, fingerprint: fingerprint, date: date, missing)
    try first.place()
    do {
      try second.place()
    } catch {
      first.withdraw()
      throw error
    }
  }
}
