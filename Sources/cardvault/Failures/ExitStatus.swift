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
    case .partlyDone: "partly done: some were left out, each named; or stored, but not said"
    case .noVault: "there is no vault"
    case .inUse: "the vault is in use by another process"
    case .wrongKey: "the key file or passphrase is wrong, missing or not safe"
    case .damaged: "something is damaged"
    case .nothingFound: "nothing was found"
    case .conflict: "it clashes with what is there already"
    case .usage: "the command was typed wrong"
    case .interrupted: "interrupted"
    }
  }

  /// What a command that opens the vault may end with, beside its own codes.
  static let ofVault: [ExitStatus] = [.noVault, .inUse, .wrongKey, .damaged]

  /// What a command that changes the vault may end with, beside its own codes.
  static let ofChange: [ExitStatus] = ofVault + [.partlyDone]

  /// The lines that a command's `--help` ends with.
  static func help(_ statuses: [ExitStatus]) -> String {
    let all = Set([.success, .unexpected, .usage, .interrupted] + statuses)
    let rows = allCases.filter(all.contains).map { status in
      "  \(status.rawValue)".padded(to: 6) + status.meaning
    }
    return "EXIT CODES\n" + rows.joined(separator: "\n")
  }
}

extension String {
  /// The text with blanks after it up to a width in characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
