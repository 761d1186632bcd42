package import Cards
package import Sealing
internal import VaultFormat
package import VaultStore
package import VaultSync

/// What is asked for with a pocket: a page of cards at a place from which a host of static files serves it.
package struct PocketRequest: Sendable {
  /// The place.
  package let target: SyncTarget
  private let typed: String

  /// Asks for a pocket at a place.
  ///
  /// - Throws: `Failure` for text that is no target.
  package init(at typed: String) throws(Failure) {
    // A folder by its whole path, as this device remembers what it published there.
    guard let target = SyncTarget(typed).flatMap({ SyncTarget($0.text) }) else {
      throw .notATarget(typed)
    }
    (self.target, self.typed) = (target, typed)
  }

  /// The place for people, without passwords.
  package var shown: String { PasswordMasking(target: typed).masked.printable }

  /// The place in a suggested command; a password is not repeated.
  package var word: Command.Word { shown == typed ? .operand(typed) : "TARGET" }

  /// Publishes cards.
  ///
  /// - Parameters:
  ///   - cards: The cards, at least one, in their order.
  ///   - vault: Their vault.
  ///   - page: The page's files by their names.
  ///   - withPINs: Whether PINs are among what is published.
  ///   - withNewWords: Whether the key and its words are made anew.
  ///   - today: Today in local time.
  /// - Returns: What was done.
  /// - Throws: `Failure`.
  package func publish(
    _ cards: [Card], of vault: Vault, with page: [String: [UInt8]], withPINs: Bool,
    withNewWords: Bool, today: CalendarDate
  ) async throws(Failure) -> PocketOutcome {
    do throws(SyncError) {
      let place = try await PocketPlace(at: target, vault.locations)
      let contents = await PocketContents(
        published: max(vault.now().milliseconds, place.lastPublished + 1),
        cards: cards.map { PocketCard($0, withPIN: withPINs, today: today) })
      let isThere = try await place.holdsPocket()
      let known = withNewWords ? nil : place.key
      if isThere, known == nil, !withNewWords { throw .anotherVault(isKeyHere: false) }
      let file: [UInt8]
      do throws(VaultError) {
        file = try await vault.sealedPocket(contents.payload, continuing: known)
      } catch {
        throw .vault(error)
      }
      var files = page
      files[PocketPlace.sealedName] = file
      try await place.publish(files, isNew: known == nil)
      guard let key = place.key else { throw .vault(.damaged([PocketPlace.sealedName])) }
      return PocketOutcome(
        cardCount: cards.count, pinCount: contents.cards.count { $0.pin != nil },
        undrawn: contents.cards.filter(\.isUndrawn).map(\.name),
        byteCount: files.values.reduce(0) { $0 + $1.count }, isNew: known == nil, key: key)
    } catch {
      throw failure(error, "nothing was published at \(shown)")
    }
  }

  /// The six words of the pocket that this device published there.
  ///
  /// - Throws: `Failure`.
  package func words(for vault: Vault) async throws(Failure) -> sending Passphrase {
    let what = "there are no words for \(shown)"
    do throws(SyncError) {
      let place = try await PocketPlace(at: target, vault.locations)
      guard let key = place.key else { throw .noVault }
      do throws(VaultError) { return try await vault.pocketWords(of: key) } catch {
        throw .vault(error)
      }
    } catch {
      throw failure(error, what)
    }
  }

  /// Compares what is at the place with what this device published there.
  ///
  /// - Returns: The names of files that differ or are missing.
  /// - Throws: `Failure`.
  package func differences(at locations: VaultLocations) async throws(Failure) -> [String] {
    do throws(SyncError) {
      let place = try await PocketPlace(at: target, locations)
      guard let names = try await place.differences() else { throw .noVault }
      return names
    } catch {
      throw failure(error, "\(shown) was not checked")
    }
  }

  /// Takes a pocket off its place, with nothing else that is there.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `Failure`.
  package func remove(at locations: VaultLocations, page: [String]) async throws(Failure) -> Bool {
    do throws(SyncError) {
      let place = try await PocketPlace(at: target, locations)
      guard try await place.holdsPocket() else { return false }
      try await place.remove(page)
      return true
    } catch {
      throw failure(error, "nothing was removed at \(shown)")
    }
  }

  private func failure(_ error: SyncError, _ what: String) -> Failure {
    let masking = PasswordMasking(target: typed)
    let anew = Advice.run(
      "pocket", word, "--new-words", note: "phones then need the new words"
    ).onPage("publish it with new words: phones then need these")
    return switch error {
    case .transport(let problem):
      Failure(problem, masking, what: what, again: "try again")
    case .notEmpty:
      Failure(
        what, because: "it holds other files, and no pocket",
        try: "use an empty or new folder, or an empty repository", status: .conflict)
    case .anotherVault:
      Failure(
        what, because: "the pocket there was not published by this device, or under another vault",
        try: anew, status: .conflict)
    case .vault(.wrongPassphrase):
      Failure(
        what, because: "the vault's key was changed since, and with it the words", try: anew,
        status: .wrongKey)
    case .noVault:
      Failure(
        what, because: "this device has published no pocket there",
        try: .run("pocket", word), onPage: "publish it first", status: .nothingFound)
    case .vault(let error): error.failure
    default:
      Failure(
        what, because: "another cardvault process is publishing there",
        try: "try again in a moment", status: .inUse)
    }
  }
}
