internal import ArgumentParser

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Manage the vault's key file and its recovery sheet.",
    discussion: """
      Examples:
        cardvault key sheet
        cardvault key restore sheet.jpg
        cardvault key check
      """,
    subcommands: [
      KeyCheckCommand.self, KeyPassphraseCommand.self, KeySheetCommand.self,
      KeyRestoreCommand.self, KeyRotateCommand.self,
    ])
}
