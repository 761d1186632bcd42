internal import Cards
internal import ReaderLink
internal import TerminalIO
internal import Wallet

extension Console {
  /// Names a picture that was not read, or not all of it.
  func remark(on outcome: PictureOutcome, _ name: String) {
    if outcome.holdsKey { complainOfKey(on: name) }
    if let failure = outcome.failure { complain(of: failure, on: name) }
  }

  /// Says that a vault's key stands on a picture.
  func complainOfKey(on name: String) {
    complain("\(name): \(KeyOnPicture.reason)", try: "cardvault key restore \(name)")
  }

  /// Says why a picture was not read, or not all of it.
  func complain(of failure: PictureOutcome.Failure, on name: String) {
    complain("\(name): \(failure.reason)", try: failure.advice)
  }
}
