internal import ArgumentParser
internal import Terminal
internal import VaultStore
internal import Wallet

struct KeyRotateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Replace the vault's key with a new one.",
    discussion: """
      Examples:
        cardvault key rotate
        cardvault key rotate --sheet new-sheet.pdf

      Use it if someone else may have the key, for example because a device was stolen. Whoever has it can still read \
      what was saved before, where they have a copy, but nothing that you save from now on.

      The command syncs with the target last used (if it cannot be reached, you are told, and it goes on), makes a new key \
      and its recovery sheet, seals everything in the vault's folder again, and deletes the files there that the old key \
      opens; no card is lost. Then run cardvault sync for each target: until then, the old key opens the files there.

      Your other devices learn of it with their first sync after yours. From then on they show the cards that they have, \
      but refuse changes and send nothing, and say which key to bring. On each, in any order, run \
      cardvault key restore PHOTO, with a picture or PDF of the new sheet, then cardvault sync: everything that it has \
      saved comes along, synced or not. If a device is lost, copy the target's folder before you sync, then run \
      cardvault merge --retired COPY: it shows what that device sent under the old key, and asks whether to take it in.

      Without --sheet, the sheet is a PDF in the current folder; your other devices need it. The old key stays on this \
      device, for older copies and bundles; keep the old sheet only as long as you have those. The history of all cards \
      stays, including that of removed ones. If the key has a passphrase, you are asked for one for the new key. A file \
      given with --key-file stays as it is, and the new key is beside it, as FILE.KEYID.

      If the key was changed and the new one is lost, run the command on a device that still shows your cards: nothing in \
      the folder can stop it. If two devices changed the key at once, run cardvault key restore PHOTO on one of them with \
      the other one's sheet, then cardvault sync: it asks which key stays, and all cards are kept.

      A pocket has a key of its own: after this, publish it with new words, by cardvault pocket --new-words TARGET.

      \(ExitStatus.help(ExitStatus.ofVault + [.partlyDone, .nothingFound, .conflict]))
      """)

  @Option(
    help: .init(
      "Write the new key's recovery sheet to this new file, .pdf or .png.", valueName: "file"),
    completion: .file())
  var sheet: String?

  @Flag(help: "Write no recovery sheet.")
  var noSheet = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if noSheet, sheet != nil {
      throw ValidationError("--sheet and --no-sheet cannot be used together")
    }
  }

  func run(in console: Console) async throws {
    try await GuidedRotation(
      options: vault, sheet: sheet, hasSheet: !noSheet, confirmation: confirmation,
      console: console
    ).run()
  }
}
