package import WalletFiles

/// A mistake in the command that imports other wallets' files.
package enum ForeignRefusal: Error, Sendable, Hashable {
  /// Options for photos were given, and this file is another wallet's.
  case photoOptions(fileName: String)
  /// Nobody confirmed what the columns of this table mean; the guess is written as `ColumnChoice` reads it.
  case unconfirmedColumns(fileName: String, guess: String, isComplete: Bool)
  /// The columns that a person named are not those of this table.
  case columns(fileName: String, TableColumns.Problem)
  /// This table looks like a password manager's export, and nobody chose rows of it.
  case passwordManager(fileName: String)
  /// A person named columns, and no file is a table of which they must be known.
  case needlessColumns
}
