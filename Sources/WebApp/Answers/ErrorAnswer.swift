internal import Drawing
internal import VaultFormat
internal import Wallet
internal import Wording

/// An error as the pages show it.
struct ErrorAnswer: Encodable, Sendable {
  let error: String
  let because: String?
  let `try`: String?
  /// The field that it is about, by its name in the request.
  var field: String?
}

extension ErrorAnswer {
  /// A vault's folder that cannot be read now.
  init(_ away: VaultAwayError) {
    switch away.cause {
    case .noVault(let path), .vaultFileMissing(let path):
      self.init(
        error: "the vault is not here now",
        because: "its folder, \(path.shown), was moved or removed, or its drive was unmounted",
        try: "put it back, or mount its drive: this page goes on by itself then")
    default:
      self.init(
        error: "the vault cannot be read now", because: Failure(away.cause).because,
        try: "check its drive and its permissions: this page goes on by itself then")
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
      try: Self.advice(on: error) ?? failure.advice.flatMap(Self.withoutOptions))
  }

  /// Advice of the pages' own; `nil` where that of the command line is good.
  private static func advice(on error: any Error) -> String? {
    switch error {
    case let error as WalletError: advice(typing: error)
    case let error as DrawingError: advice(drawing: error)
    case let error as VaultError: advice(saving: error)
    default: nil
    }
  }

  private static func advice(typing error: WalletError) -> String? {
    switch error {
    case .keyTyped: "type what is printed on the card"
    case .code(.perhapsNoCheckDigit):
      "choose a kind of barcode that has one, such as UPC-E, or type ISBN before the number"
    case .code(.completeUPCA): "choose UPC-A as the kind of barcode"
    case .text(.notUnicode): "type it without the character \u{FFFD}"
    case .text(.tooManyTags): "use fewer tags"
    case .undrawable(let error): advice(drawing: error)
    case .codeTaken: "open that card, and compare the two"
    case .usedUp: "look at the card's history, to see when"
    case .noBalance: "edit the card, and enter its balance"
    case .notEnough: "spend less, or edit the card to correct its balance"
    case .partialCode: "compare it with the card, and type the missing digits"
    case .vault(let error): advice(saving: error)
    default: nil
    }
  }

  private static func advice(drawing error: DrawingError) -> String? {
    switch error {
    case .outOfMemory, .tooWide, .tooTall: nil
    default: "compare the number and the kind of barcode with the card, and correct them"
    }
  }

  private static func advice(saving error: VaultError) -> String? {
    switch error {
    case .inUse, .keyChangedMeanwhile: "try again in a moment"
    default: nil
    }
  }

  /// Advice without options of commands, which a page does not have; `nil` if nothing is left.
  private static func withoutOptions(_ advice: String) -> String? {
    advice.contains("--") && !advice.contains("cardvault ") ? nil : advice
  }
}
