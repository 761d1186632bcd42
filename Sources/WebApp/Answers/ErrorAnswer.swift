internal import VaultFormat
internal import Wallet

/// An error as the pages show it.
struct ErrorAnswer: Encodable, Sendable {
  let error: String
  let because: String?
  let `try`: String?
  /// The field that it is about, by its name in the request.
  var field: String?
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
        error: "the vault cannot be read now", because: Failure(cause).because,
        try: "check its drive and its permissions; this page then continues by itself")
    }
  }

  /// An error from one of our modules in words, with advice that a person can follow on a page; `nil` for any other.
  init?(wording error: any Error) {
    if let refusal = error as? FieldRefusal {
      self.init(wording: refusal.cause)
      field = refusal.field
      return
    }
    guard let failure = Failure(wording: error) else { return nil }
    self.init(
      error: failure.what, because: failure.because,
      try: failure.pageAdvice ?? failure.advice.flatMap(Self.forPage))
  }

  /// The command line's advice as a page can give it: options of commands are no help there, and a command needs a
  /// terminal; `nil` if nothing is left.
  private static func forPage(_ advice: String) -> String? {
    guard advice.contains("cardvault ") else { return advice.contains("--") ? nil : advice }
    return advice.contains("terminal") ? advice : "in a terminal, \(advice)"
  }
}
