internal import Exchange
internal import ReaderLink
internal import VaultStore

/// Reads tables whose columns a person names, confirmed before, or confirms now; what they confirm is remembered.
struct TableReader {
  /// A person leaves a table out.
  struct Declined: Error {}

  private let callbacks: ForeignBatch.Callbacks
  private let vault: Vault
  private let remembered: [RememberedColumns]

  init(
    _ callbacks: ForeignBatch.Callbacks, _ vault: Vault, _ remembered: [RememberedColumns]
  ) {
    self.callbacks = callbacks
    self.vault = vault
    self.remembered = remembered
  }

  /// Whether these names of columns are those of a table of cards.
  func isOfCards(_ header: [String]) -> Bool {
    if let written = callbacks.columns.written,
      (try? TableColumns(written, for: header)) != nil
    {
      return true
    }
    return confirmed(for: header) != nil || TableColumns.isOfCards(header)
  }

  /// Refuses a table whose columns nobody named or will confirm.
  func check(_ table: GenericTable, in fileName: String) throws(ForeignRefusal) {
    guard try written(for: table, in: fileName) == nil, confirmed(for: table.header) == nil,
      callbacks.columns.confirm == nil
    else { return }
    throw .unconfirmedColumns(
      fileName: fileName, guess: table.guess.written(for: table.header),
      isComplete: table.guess.isComplete)
  }

  /// The cards of a table.
  ///
  /// - Throws: `ForeignRefusal`, `Declined`, and what the callbacks throw.
  func reading(of table: GenericTable, in fileName: String) async throws -> ForeignReading {
    try check(table, in: fileName)
    let columns = try await columns(of: table, in: fileName)
    callbacks.columns.onUse(table, columns)
    return try table.reading(as: columns)
  }

  private func columns(
    of table: GenericTable, in fileName: String
  ) async throws -> TableColumns {
    let header = table.header
    if let columns = try written(for: table, in: fileName) {
      await remember(columns, for: header)
      return columns
    }
    if let columns = confirmed(for: header) {
      callbacks.tell(.rememberedColumns(fileName: fileName, columns.written(for: header)))
      return columns
    }
    guard let columns = try callbacks.columns.confirm?(fileName, table, table.guess) else {
      throw Declined()
    }
    await remember(columns, for: header)
    return columns
  }

  private func written(
    for table: GenericTable, in fileName: String
  ) throws(ForeignRefusal) -> TableColumns? {
    guard let written = callbacks.columns.written else { return nil }
    do throws(TableColumns.Problem) {
      return try TableColumns(written, for: table.header)
    } catch {
      throw .columns(fileName: fileName, error)
    }
  }

  private func confirmed(for header: [String]) -> TableColumns? {
    let mark = TableColumns.mark(of: header)
    let found = remembered.last { $0.header == mark }
    return found.flatMap { TableColumns(named: $0.fields, for: header) }
  }

  /// Where this fails, a person is asked again the next time.
  private func remember(_ columns: TableColumns, for header: [String]) async {
    let mark = TableColumns.mark(of: header)
    try? await vault.remember(RememberedColumns(header: mark, fields: columns.names))
  }
}

extension ForeignReader {
  /// Refuses tables that cannot be read before anything is stored: with several files, the others come first.
  func checkTables(in files: [PictureSelection.Picture]) throws(ForeignRefusal) {
    guard files.count > 1, callbacks.columns.confirm == nil else { return }
    for file in files {
      // What cannot be loaded or read is reported in its turn.
      guard case .table(let table)? = try? self.file(file.source) else { continue }
      try tables.check(table, in: file.name)
    }
  }
}
