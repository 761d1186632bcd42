package import ReaderLink
package import VaultStore
package import WalletFiles

/// A file in memory, recognised and read by what is in it.
package enum RecognisedFile: Sendable {
  /// No wallet's file: what was found on it as a picture, with the picture to keep.
  case picture(PictureOutcome)
  /// An archive or a document that has a password, which was not given.
  case locked
  /// A table of which a person must confirm first what its columns mean; its guess is only that.
  case unconfirmed(GenericTable)
  /// Another wallet's file.
  case foreign(ForeignContents)
  /// The photos in an archive of no wallet's cards.
  case photos([NamedOutcome])

  /// A photo's name in its archive, and what was found on it.
  package typealias NamedOutcome = (name: String, outcome: PictureOutcome)

  /// Recognises and reads a file; nothing is stored or remembered.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - password: The password of an archive or a document, if a person typed one.
  ///   - columns: What the columns of a table mean, as `TableColumns` accepts it, if a person stated it.
  ///   - vault: What remembers columns.
  /// - Throws: `ForeignProblem` if a wallet's file cannot be read, such as `.wrongPassword`, `ForeignRefusal.columns`,
  ///   and `ReaderLinkError`.
  package init(
    _ bytes: [UInt8], password: String? = nil, columns: String? = nil, in vault: Vault
  ) async throws {
    var unconfirmed: GenericTable?
    var callbacks = ForeignBatch.Callbacks(
      password: { _, isAgain in isAgain ? nil : password }, choice: { _, _ in nil },
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
      switch try await reader.found(in: .bytes(bytes), named: "") {
      case .cards(var contents, let photos)?:
        if let photos {
          contents.reading.unreadable.append(
            .init(name: photos.names.count.photos, reason: .besideTable))
        }
        self = .foreign(contents)
      case .photos(let archive, _)?:
        var photos: [NamedOutcome] = []
        try await archive.open(onMissing: { _ in }) { batch in
          for (name, source) in batch {
            photos.append((name, try await PictureOutcome(reading: source)))
          }
        }
        self = .photos(photos)
      case nil:
        let password = password.map { Array($0.utf8) }
        guard ArchiveRequest(byteCount: 0, password: password) != nil else {
          throw ForeignProblem.wrongPassword
        }
        let outcome = try await PictureOutcome(reading: .bytes(bytes), password: password)
        guard outcome.failure == .refused(.locked) else {
          self = .picture(outcome)
          return
        }
        if password != nil { throw ForeignProblem.wrongPassword }
        self = .locked
      }
    } catch ForeignProblem.locked {
      self = .locked
    } catch let declined as TableReader.Declined {
      guard let unconfirmed else { throw declined }
      self = .unconfirmed(unconfirmed)
    }
  }
}
