package import ArgumentParser
package import Wallet

extension CardStates: EnumerableFlag {
  /// What `--help` shows for a state.
  package static func help(for value: CardStates) -> ArgumentHelp? {
    switch value {
    case .current: "Active cards and drafts."
    case .drafts: "Drafts only."
    case .archived: "Archived cards only."
    case .expired: "Expired and used-up cards only."
    case .all: "Every card."
    }
  }
}

extension CardOrder: ExpressibleByArgument {}
