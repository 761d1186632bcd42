/// A mistake in the command that imports other wallets' files.
package enum ForeignRefusal: Error, Sendable, Hashable {
  /// Options for photos were given, and this file is another wallet's.
  case photoOptions(fileName: String)
  /// The file descriptor that a password was to be read from is not open for reading.
  case passwordDescriptor
}
