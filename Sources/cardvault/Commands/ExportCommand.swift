internal import ArgumentParser
internal import Cards
internal import VaultStore

struct ExportCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the whole vault into one sealed file.",
    discussion: """
      The file is a bundle: all cards with their history, sealed with the vault's key, and of no use \
      without it. Keep it as a backup, or carry it to another device of yours, where cardvault merge \
      FILE takes it in. A file that is there already is never overwritten.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone]))
      """)

  @Argument(help: "The new file.", completion: .file())
  var file: String

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = common.console
    let store = try await vault.open()
    let bundle: [UInt8]
    do throws(VaultError) {
      bundle = try await store.bundle()
    } catch .tooLarge(let byteCount) {
      throw Failure(
        "no bundle was written",
        because: "it would have \(byteCount >> 20) MB, and \(Vault.bundleByteLimit >> 20) fit",
        try: "copy the vault's folder, which is sealed as well", status: .unexpected)
    } catch {
      throw Failure(error)
    }
    try NewFile.write(bundle, to: file)
    let count = await store.cards.count
    if common.format.isForScripts {
      console.result(ExportReport(bytes: bundle.count, cards: count).json)
    } else {
      console.result(
        "Written: \(file.printable), \(count) \(count == 1 ? "card" : "cards") with their history")
      console.remark("It opens with this vault's key only: keep that apart from it.")
    }
    if await store.warnOfLosses(console) { throw ExitCode(ExitStatus.partlyDone.rawValue) }
  }
}

/// What a bundle holds, for scripts.
struct ExportReport: Encodable {
  let bytes: Int
  let cards: Int
}
