internal import ArgumentParser
internal import Terminal
internal import VaultStore
internal import Wallet

struct DoctorCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "List what this machine lacks, and what that means.",
    discussion: """
      Examples:
        cardvault doctor
        cardvault doctor --format json

      Looks for the photo reader and its protections, the kernel's keyring, fonts, and the programs that other \
      commands start, and checks that your key files are private. It opens no vault and changes nothing. The output \
      contains nothing personal, so you can publish it.

      If only something optional is missing, the exit code is 0; if something is missing that cardvault needs, it is 3.

      \(ExitStatus.help([.partlyDone]))
      """)

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func run(in console: Console) async throws {
    let size = TTY.size.map { (columns: $0.columns, rows: $0.rows) }
    let findings = await MachineCheck(locations: try vault.locations(), terminal: size)
      .findings()
    if console.format.isForScripts {
      console.result(json: findings.map { MachineReport($0) })
    } else {
      console.result(lines: findings.flatMap(\.lines))
    }
    let lacking = findings.filter { $0.state == .missing && $0.part.isNeeded }
    guard !lacking.isEmpty else { return }
    throw console.ending(
      Failure(
        "cardvault does not work as it should here",
        because: "this is missing or not as it should be: "
          + lacking.map(\.part.name).joined(separator: ", "),
        try: "the advice in the list", status: .partlyDone))
  }
}
