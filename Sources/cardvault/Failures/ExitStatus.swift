/// What a command's exit code means; a code never changes its meaning.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case unexpected = 1
  case partlyDone = 3
  case noVault = 10
  case inUse = 11
  case wrongKey = 12
  case damaged = 13
  case nothingFound = 14
  case conflict = 15
  case usage = 64
  case interrupted = 130

  /// What `--help` says of it.
  var meaning: String {
    switch self {
    case .success: "done"
    case .unexpected: "something unexpected went wrong"
    case .partlyDone: "partly done: some were left out, each named"
    case .noVault: "there is no vault"
    case .inUse: "the vault is in use by another process"
    case .wrongKey: "the key file is wrong, missing or not safe"
    case .damaged: "something is damaged"
    case .nothingFound: "nothing was found"
    case .conflict: "two devices changed the same thing"
    case .usage: "the command was typed wrong"
    case .interrupted: "interrupted"
    }
  }

  /// The lines that a command's `--help` ends with.
  static func help(_ statuses: ExitStatus...) -> String {
    let rows = ([.success] + statuses + [.unexpected, .usage])
      .map { "  \($0.rawValue)\t\($0.meaning)" }
    return "EXIT CODES\n" + rows.joined(separator: "\n")
  }
}
