/// What is said when a vault's key turns up on a picture of cards; it is never repeated.
package enum KeyRefusal {
  /// Of a picture.
  package static let onPicture = "a vault's key stands on it: that is a recovery sheet, not a card"
}
