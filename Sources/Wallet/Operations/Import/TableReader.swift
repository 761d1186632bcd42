internal import VaultStore
package import WalletFiles

/// Reads tables whose columns a person names, confirmed before, or confirms now.
struct TableReader {
  /// A person leaves a table out.
  struct Declined: Error {}

  private let callbacks: ForeignBatch.Callbacks
  /// Whether columns of a table were needed.
  private(set) var hasTable = false
  private let remembered: [RememberedColumns]
  /// What a person confirmed about tables, the latest last.
  private(set) var confirmed: [RememberedColumns] = []

  init(_ callbacks: ForeignBatch.Callbacks, _ remembered: [RememberedColumns]) {
    self.callbacks = callbacks
    self.remembered = remembered
  }

  /// Whether these names of columns are those of a table of cards.
  func isOfCards(_ header: [String]) -> Bool {
    if let written = callbacks.columns.written,
      (try? TableColumns(written, for: header)) != nil
    {
      return true
    }
    return remembered(for: header) != nil || TableColumns.isOfCards(header)
  }

  /// The cards of a table, and what was confirmed about it.
  ///
  /// - Throws: `ForeignRefusal`, `Declined`, and what the callbacks throw.
  mutating func contents(of table: GenericTable, in fileName: String) throws -> ForeignContents {
    if table.secrets.areOfPasswordManager, callbacks.columns.chooseRows == nil {
      throw ForeignRefusal.passwordManager(fileName: fileName)
    }
    let (columns, isNew) = try columns(of: table, in: fileName)
    hasTable = true
    var reading = try table.reading(as: columns)
    if table.secrets.areOfPasswordManager, !reading.cards.isEmpty {
      let chosen = try callbacks.columns.chooseRows?(fileName, reading.cards) ?? []
      if chosen.isEmpty { throw Declined() }
      reading.keepOnly(chosen)
    }
    var contents = ForeignContents(reading, of: fileName)
    contents.table = ForeignContents.Table(rows: table, columns: columns)
    // Without names, the next table may be any other.
    if isNew, table.hasNames {
      contents.confirmed = [
        RememberedColumns(header: TableColumns.mark(of: table.header), fields: columns.names)
      ]
      confirmed += contents.confirmed
    }
    return contents
  }

  /// What a table's columns mean, and whether a person has just confirmed it.
  private func columns(
    of table: GenericTable, in fileName: String
  ) throws -> (TableColumns, isNew: Bool) {
    let header = table.header
    if let columns = try written(for: table, in: fileName) { return (columns, true) }
    if table.hasNames, let columns = remembered(for: header) {
      callbacks.columns.remark(
        "\(fileName.shownFile): columns as you confirmed before, \(columns.written(for: header))")
      return (columns, false)
    }
    guard let confirm = callbacks.columns.confirm else {
      let guess = table.guess
      throw ForeignRefusal.unconfirmedColumns(
        fileName: fileName, guess: guess.written(for: header, withNotes: guess.isComplete),
        isComplete: guess.isComplete, columns: guess.isComplete ? [] : table.unseenColumns)
    }
    guard let columns = try confirm(fileName, table, table.guess) else { throw Declined() }
    return (columns, true)
  }

  private func written(
    for table: GenericTable, in fileName: String
  ) throws(ForeignRefusal) -> TableColumns? {
    guard let written = callbacks.columns.written else { return nil }
    do throws(TableColumns.Problem) {
      return try TableColumns(written, for: table.header)
    } catch {
      throw .columns(fileName: fileName, error, among: table.unseenColumns)
    }
  }

  private func remembered(for header: [String]) -> TableColumns? {
    let mark = TableColumns.mark(of: header)
    let found = (remembered + confirmed).last { $0.header == mark }
    return found.flatMap { TableColumns(named: $0.fields, for: header) }
  }
}

/// How the meaning of a table's columns is found out if nobody confirmed it before.
package struct ColumnChoice {
  /// Shows a guess to a person.
  ///
  /// It takes the file's path as typed, the table, and the guess; it returns what the person confirmed, or `nil` where
  /// they want to leave the file out.
  package typealias Confirmation = (String, GenericTable, TableColumns) throws -> TableColumns?

  /// Shows the cards of a password manager's table to a person.
  ///
  /// It takes the file's path as typed, and the cards; it returns the indices of those that the person chose.
  package typealias RowChoice = (String, [ForeignCard]) throws -> Set<Int>

  /// What a person wrote about the columns; `nil` if nothing.
  package var written: String?
  /// Asks a person; `nil` where there is none, as in a script.
  package var confirm: Confirmation?
  /// Asks a person which rows of a password manager's table are cards; `nil` where there is no person, so that none are
  /// imported.
  package var chooseRows: RowChoice?
  /// Called with a remark on columns that a person confirmed before.
  package var remark: (String) -> Void = { _ in }

  /// Makes a choice that neither names columns nor asks a person.
  init() {}
}
