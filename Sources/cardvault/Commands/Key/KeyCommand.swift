internal import ArgumentParser

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Manage the vault's key file and its recovery sheet.",
    subcommands: [
      KeyCheckCommand.self, KeyPassphraseCommand.self, KeySheetCommand.self,
      KeyRestoreCommand.self, KeyRotateCommand.self,
    ])
}
