package import ReaderLink
package import VaultStore
package import WalletFiles

/// A file in memory, recognised by what is in it.
package enum RecognisedFile: Sendable {
  /// No wallet's file, so perhaps a picture.
  case other
  /// An archive that has a password, which was not given.
  case locked
  /// A table of which a person must confirm first what its columns mean; its guess is only that.
  case unconfirmed(GenericTable)
  /// Another wallet's file.
  case foreign(Contents)

  /// What is in another wallet's file.
  package struct Contents: Sendable {
    /// The cards.
    package let reading: ForeignReading
    /// The archive with their photos; `nil` for a text, which has them itself.
    package let archive: ForeignArchive?
    /// The files in its archive that were skipped.
    package let skipped: [OpenedArchive.SkippedMember]
    /// The table that they were read from, if a person had to say what its columns mean.
    package let table: Table?
    /// What a person just confirmed about its columns, to be remembered once its cards are stored.
    package let confirmed: [RememberedColumns]
  }

  /// A table, and what its columns mean to a person.
  package struct Table: Sendable {
    /// The table.
    package let rows: GenericTable
    /// What its columns mean.
    package let columns: TableColumns
  }

  private struct PasswordNeeded: Error {}

  /// Recognises and reads a file; nothing is stored or remembered.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - password: The password of an archive, if a person typed one.
  ///   - columns: What the columns of a table mean, as `TableColumns` accepts it, if a person stated it.
  ///   - vault: What remembers columns.
  /// - Throws: `ForeignProblem` if a wallet's file cannot be read, such as `.wrongPassword`, `ForeignRefusal.columns`,
  ///   and `ReaderLinkError`.
  package init(
    _ bytes: [UInt8], password: String? = nil, columns: String? = nil, in vault: Vault
  ) async throws {
    var skipped: [OpenedArchive.SkippedMember] = []
    var unconfirmed: GenericTable?
    var used: Table?
    var callbacks = ForeignBatch.Callbacks(
      password: { _, isAgain in
        guard let password else { throw PasswordNeeded() }
        return isAgain ? nil : password
      }, isWanted: { _, _ in false },
      tell: { event in
        if case .skipped(_, let member) = event { skipped.append(member) }
      }, onMissing: { _ in })
    callbacks.columns.written = columns
    callbacks.columns.confirm = { _, table, _ in
      unconfirmed = table
      return nil
    }
    callbacks.columns.onUse = { used = Table(rows: $0, columns: $1) }
    // Of a password manager's table, a person chooses where they see what the import would do.
    callbacks.columns.chooseRows = { _, cards in Set(cards.indices) }
    var reader = ForeignReader(callbacks, TableReader(callbacks, await vault.rememberedColumns))
    do {
      guard let found = try await reader.reading(of: .bytes(bytes), named: "") else {
        self = .other
        return
      }
      self = .foreign(
        Contents(
          reading: found.reading, archive: found.archive, skipped: skipped, table: used,
          confirmed: reader.tables.confirmed))
    } catch is PasswordNeeded {
      self = .locked
    } catch let declined as TableReader.Declined {
      guard let unconfirmed else { throw declined }
      self = .unconfirmed(unconfirmed)
    }
  }
}
