internal import Cards
package import ReaderLink
internal import SystemPackage
package import Terminal
internal import Wallet

extension Console {
  /// Names a picture that was not read, or not all of it; `isOnlyOne` where folders are not accepted.
  package func remark(on outcome: PictureOutcome, _ name: String, isOnlyOne: Bool = false) {
    if outcome.holdsKey { complainOfKey(on: name) }
    guard let failure = outcome.failure else { return }
    complain(
      "\(name.shownFile): \(failure.reason)", try: isOnlyOne ? failure.adviceForOne : failure.advice
    )
  }

  /// Warns that a picture shows a vault's key.
  func complainOfKey(on name: String) {
    let path = FilePath(name)
    // A photo in an archive, or from a pipe, has a name but no path.
    let photo = (try? path.stat()) == nil ? "PHOTO" : path.shellWord
    complain(
      "\(name.shownFile): \(KeyOnPicture.reason)", try: "cardvault key restore \(photo)")
  }

  /// Explains why a file was not imported, or not all of it.
  package func complain(of failure: PictureOutcome.Failure, on name: String) {
    complain("\(name.shownFile): \(failure.reasonForImport)", try: failure.adviceForImport)
  }
}
