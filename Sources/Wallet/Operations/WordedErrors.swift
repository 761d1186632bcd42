internal import Drawing
internal import ReaderLink
internal import VaultFormat
internal import VaultStore

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
    case let refusal as ForeignRefusal: self.init(refusal)
    default: return nil
    }
  }
}
