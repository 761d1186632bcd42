package import WalletFiles

/// How the meaning of a table's columns is found out if nobody confirmed it before.
package struct ColumnChoice {
  /// Shows a guess to a person.
  ///
  /// It takes the file's path as typed, the table, and the guess; it returns what the person confirmed, or `nil` where
  /// they want to leave the file out.
  package typealias Confirmation = (String, GenericTable, TableColumns) throws -> TableColumns?

  /// Shows the cards of a password manager's table to a person.
  ///
  /// It takes the file's path as typed, and the cards; it returns the places of those that the person chose, from 0.
  package typealias RowChoice = (String, [ForeignCard]) throws -> Set<Int>

  /// What a person wrote about the columns; `nil` if nothing.
  package var written: String?
  /// Asks a person; `nil` where there is none, as in a script.
  package var confirm: Confirmation?
  /// Asks a person which rows of a table are cards that looks like a password manager's; `nil` where there is none, and then
  /// nothing of it is imported.
  package var chooseRows: RowChoice?
  /// Called with a table, and with what its columns mean, before its cards are read.
  var onUse: (GenericTable, TableColumns) -> Void = { _, _ in }

  /// Makes a choice that neither names columns nor asks a person.
  package init() {}
}
