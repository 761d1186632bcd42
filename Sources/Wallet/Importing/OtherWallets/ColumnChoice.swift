package import Exchange

/// How the meaning of a table's columns is found out if nobody confirmed it before.
package struct ColumnChoice {
  /// Shows a guess to a person.
  ///
  /// It takes the file's path as typed, the table, and the guess; it returns what the person confirmed, or `nil` where
  /// they want to leave the file out.
  package typealias Confirmation = (String, GenericTable, TableColumns) throws -> TableColumns?

  /// What a person wrote about the columns; `nil` if nothing.
  package var written: String?
  /// Asks a person; `nil` where there is none, as in a script.
  package var confirm: Confirmation?
  /// Called with a table, and with what its columns mean, before its cards are read.
  var onUse: (GenericTable, TableColumns) -> Void = { _, _ in }

  /// Makes a choice that neither names columns nor asks a person.
  package init() {}
}
