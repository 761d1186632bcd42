/// A vault's key that turns up on a picture of cards: it is refused, and never repeated.
package enum KeyOnPicture {
  /// Why the picture is refused.
  package static let reason = "a vault's key stands on it: that is a recovery sheet, not a card"
}
