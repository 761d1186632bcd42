package import ReaderLink
package import VaultStore
package import WalletFiles

/// A file in memory, recognised and read by what is in it.
package enum RecognisedFile: Sendable {
  /// No wallet's file: what was found on it as a picture, with the picture to keep.
  case picture(PictureOutcome)
  /// No wallet's file although a password was given, so no picture either.
  case unknown
  /// An archive that has a password, which was not given.
  case locked
  /// A table of which a person must confirm first what its columns mean; its guess is only that.
  case unconfirmed(GenericTable)
  /// Another wallet's file.
  case foreign(ForeignContents)

  /// Recognises and reads a file; nothing is stored or remembered.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - password: The password of an archive, if a person typed one; then it is no picture.
  ///   - columns: What the columns of a table mean, as `TableColumns` accepts it, if a person stated it.
  ///   - vault: What remembers columns.
  /// - Throws: `ForeignProblem` if a wallet's file cannot be read, such as `.wrongPassword`, `ForeignRefusal.columns`,
  ///   and `ReaderLinkError`.
  package init(
    _ bytes: [UInt8], password: String? = nil, columns: String? = nil, in vault: Vault
  ) async throws {
    var unconfirmed: GenericTable?
    var callbacks = ForeignBatch.Callbacks(
      password: { _, isAgain in isAgain ? nil : password }, isWanted: { _, _ in false },
      tell: { _ in }, onMissing: { _ in })
    callbacks.columns.written = columns
    callbacks.columns.confirm = { _, table, _ in
      unconfirmed = table
      return nil
    }
    // Of a password manager's table, a person chooses where they see what the import would do.
    callbacks.columns.chooseRows = { _, cards in Set(cards.indices) }
    var reader = ForeignReader(callbacks, TableReader(callbacks, await vault.rememberedColumns))
    do {
      if let contents = try await reader.contents(of: .bytes(bytes), named: "") {
        self = .foreign(contents)
      } else if password != nil {
        self = .unknown
      } else {
        self = .picture(try await PictureOutcome(reading: bytes))
      }
    } catch ForeignProblem.locked {
      self = .locked
    } catch let declined as TableReader.Declined {
      guard let unconfirmed else { throw declined }
      self = .unconfirmed(unconfirmed)
    }
  }
}
