/// A vault's key on a picture of cards, which is refused and never repeated.
package enum KeyOnPicture {
  /// Why the picture is refused.
  package static let reason = "it shows a vault's key: this is a recovery sheet, not a card"
}
