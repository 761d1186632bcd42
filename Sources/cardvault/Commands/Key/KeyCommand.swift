internal import ArgumentParser

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Look after the vault's key file.",
    subcommands: [
      KeyCheckCommand.self, KeyPassphraseCommand.self, KeySheetCommand.self,
      KeyRestoreCommand.self, KeyRotateCommand.self,
    ])
}
