internal import Cards
internal import VaultFormat
internal import Wallet

/// An error as the pages show it.
struct ErrorAnswer: Encodable, Sendable {
  let error: String
  let because: String?
  let `try`: String?
  /// The field that it is about, by its name in the request.
  var field: String?
  /// The id of the removed card that it is about, which the page can restore.
  var removed: String?
}

extension ErrorAnswer {
  /// A vault's folder that cannot be read for now.
  init(away cause: VaultError) {
    switch cause {
    case .noVault(let path), .vaultFileMissing(let path):
      self.init(
        error: "the vault's folder is missing",
        because: "its folder, \(path.shown), was moved or removed, or its drive was unmounted",
        try: "put it back, or mount its drive; this page then continues by itself")
    default:
      self.init(
        error: "the vault cannot be read now", because: cause.failure.because,
        try: "check its drive and its permissions; this page then continues by itself")
    }
  }

  /// An error of ours in words, with advice that a person can follow on a page; `nil` for any other.
  init?(explaining error: any Error) {
    if let refusal = error as? FieldRefusal {
      self.init(explaining: refusal.cause)
      field = refusal.field
      return
    }
    guard let failure = Failure(explaining: error) else { return nil }
    self.init(
      error: failure.what, because: failure.because,
      try: failure.advice.page)
    if case WalletError.removed(let id, _, _) = error { removed = id.description }
  }
}
