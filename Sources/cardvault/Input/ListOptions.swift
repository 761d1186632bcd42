internal import ArgumentParser
internal import Wallet

extension CardStates: EnumerableFlag {
  static func help(for value: CardStates) -> ArgumentHelp? {
    switch value {
    case .current: "Active cards and drafts (the default)."
    case .drafts: "Drafts only."
    case .archived: "Archived cards only."
    case .expired: "Expired and used-up cards only."
    case .all: "Every card."
    }
  }
}

extension CardOrder: ExpressibleByArgument {}
