internal import Drawing
internal import Exporting
internal import ReaderLink
internal import VaultFormat
internal import VaultStore
internal import Wallet

extension Failure {
  /// An error from one of our modules in words; `nil` for any other.
  package init?(wording error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as WalletError: self.init(error)
    case let error as VaultError: self.init(error)
    case let error as ReaderLinkError: self.init(error)
    case let error as DrawingError: self.init(error)
    case let problem as PassSigningProblem: self.init(problem)
    case let refusal as ExportRefusal: self.init(refusal)
    case ForeignRefusal.photoOptions(let name):
      self = .usage(
        "options for photos do not apply to another wallet's file",
        because: "“\(name)” brings its own names and codes",
        try: "leave out --name, --symbology, --isbn and --duplicate")
    case ForeignRefusal.unconfirmedColumns(let name, let guess, let isComplete):
      self = .unconfirmedColumns(of: name, guess, isComplete: isComplete)
    case ForeignRefusal.columns(let name, let problem):
      self = .columns(of: name, problem)
    case ForeignRefusal.needlessColumns:
      self = .usage(
        "nothing was imported",
        because: "--columns was given, and no file is a table whose columns are in doubt",
        try: "leave out --columns")
    default: return nil
    }
  }
}
