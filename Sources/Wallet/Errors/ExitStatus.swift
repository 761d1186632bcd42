/// The exit codes of all commands; a code never changes its meaning.
package enum ExitStatus: Int32, CaseIterable {
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

  /// The meaning as `--help` shows it.
  package var meaning: String {
    switch self {
    case .success: "done"
    case .unexpected: "an unexpected error occurred"
    case .partlyDone:
      "partly done, as reported; or saved, but the result was not printed"
    case .noVault: "no vault was found"
    case .inUse: "another process is using the vault"
    case .wrongKey: "the key file or passphrase is wrong, missing or unsafe"
    case .damaged: "something is damaged"
    case .nothingFound: "nothing was found"
    case .conflict: "conflicts with something that already exists"
    case .usage: "the command line is not valid"
    case .interrupted: "interrupted"
    }
  }

  /// The codes of any command that opens the vault, in addition to its own.
  package static let ofVault: [ExitStatus] = [.noVault, .inUse, .wrongKey, .damaged]

  /// The codes of any command that changes the vault, in addition to its own.
  package static let ofChange: [ExitStatus] = ofVault + [.partlyDone]

  /// The last lines of a command's `--help`.
  package static func help(_ statuses: [ExitStatus]) -> String {
    let all = [.success, .unexpected, .usage, .interrupted] + statuses
    let rows = allCases.filter(all.contains).map { status in
      "  \(status.rawValue)".padded(to: 6) + status.meaning
    }
    return "EXIT CODES\n" + rows.joined(separator: "\n")
  }
}

extension String {
  /// The text, which must be ASCII, padded with spaces to a width.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
