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

  /// What to publish where nothing is chosen: the same as before; at a place without a pocket, all in use without PINs.
  ///
  /// - Throws: `Failure` if this device does not know what the pocket there is for.
  package func choice(
    for vault: Vault, withNewWords: Bool
  ) async throws(Failure) -> PocketChoice {
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, vault.locations)
      if let key = place.key, let file = place.file {
        do throws(VaultError) {
          if let choice = try await Self.choice(in: file, under: key, of: vault) { return choice }
        } catch {
          // Without its words, nothing is known of it.
          guard error == .wrongPassphrase, withNewWords else { throw .vault(error) }
        }
      } else {
        switch try await place.finding() {
        case .nothing: return .first
        case .pocket where !withNewWords: throw .otherWords
        case .parts, .pocket: break
        }
      }
    } catch {
      throw failure(error, unpublished)
    }
    throw Failure(
      unpublished, because: "this device does not know which cards the pocket there is for",
      try: .run(anew(withNewWords) + ["--all"], note: "for all cards in use")
        .or(.run(anew(withNewWords) + ["--tag", "TAG"], note: "for some"))
        .onPage("choose the cards"), status: .conflict)
  }

  /// What the pocket is for that this device last published there; `nil` if it has published none.
  ///
  /// - Throws: `Failure`.
  package func choiceBefore(of vault: Vault) async throws(Failure) -> PocketChoice? {
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, vault.locations)
      guard let key = place.key, let file = place.file else { return nil }
      do throws(VaultError) {
        return try await Self.choice(in: file, under: key, of: vault)
      } catch {
        throw .vault(error)
      }
    } catch {
      throw failure(error, "it is not known which cards \(shown) is for")
    }
  }

  private static func choice(
    in file: [UInt8], under key: WrappedKey, of vault: Vault
  ) async throws(VaultError) -> PocketChoice? {
    let payload = try await vault.pocketPayload(of: file, under: key)
    return try? PocketContents.choice(in: payload)
  }

  /// The words of a command that publishes there.
  private func anew(_ withNewWords: Bool) -> [Command.Word] {
    ["pocket", word] + (withNewWords ? ["--new-words"] : [])
  }

  private var unpublished: String { "nothing was published at \(shown)" }

  /// Publishes cards.
  ///
  /// - Parameters:
  ///   - cards: The cards, at least one, in their order.
  ///   - choice: How they were chosen.
  ///   - vault: Their vault.
  ///   - page: The page's files by their names.
  ///   - withNewWords: Whether the key and its words are made anew.
  ///   - today: Today in local time.
  /// - Returns: What was done.
  /// - Throws: `Failure`.
  package func publish(
    _ cards: [Card], chosen choice: PocketChoice, of vault: Vault, with page: [String: [UInt8]],
    withNewWords: Bool, today: CalendarDate
  ) async throws(Failure) -> PocketOutcome {
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, vault.locations)
      let contents = await PocketContents(
        published: max(vault.now().milliseconds, place.newest + 1), choice,
        cards: cards.map { PocketCard($0, withPIN: choice.withPINs, today: today) })
      // Another device may have replaced the key, such as after a phone was lost: nothing goes out under the old one.
      if case .pocket(isKnown: false) = try await place.finding(), !withNewWords {
        throw .otherWords
      }
      let known = withNewWords ? nil : place.key
      let file: [UInt8]
      do throws(VaultError) {
        file = try await vault.sealedPocket(contents.payload, continuing: known)
      } catch {
        throw .vault(error)
      }
      var files = page
      files[PocketPlace.sealedName] = file
      try await place.publish(files, at: contents.published)
      guard let key = place.key else { throw .vault(.damaged([PocketPlace.sealedName])) }
      return PocketOutcome(
        choice: choice, cardCount: cards.count, pinCount: contents.cards.count { $0.pin != nil },
        undrawn: contents.cards.filter(\.isUndrawn).map(\.name),
        byteCount: files.values.reduce(0) { $0 + $1.count }, isNew: known == nil, key: key)
    } catch {
      throw failure(error, unpublished)
    }
  }

  /// The six words of the pocket that this device published there.
  ///
  /// - Throws: `Failure`.
  package func words(for vault: Vault) async throws(Failure) -> sending Passphrase {
    let what = "the words for \(shown) are not known"
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, vault.locations)
      guard let key = place.key else { throw .nothingPublished }
      do throws(VaultError) { return try await vault.pocketWords(of: key) } catch {
        throw .vault(error)
      }
    } catch {
      throw failure(error, what)
    }
  }

  /// Compares what is at the place with what this device published there.
  ///
  /// - Throws: `Failure`.
  package func check(at locations: VaultLocations) async throws(Failure) -> PocketCheckReport {
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, locations)
      guard let found = try await place.differences() else { throw .nothingPublished }
      return PocketCheckReport(differing: found.differing, unknown: found.unknown)
    } catch {
      throw failure(error, "\(shown) was not checked")
    }
  }

  /// Takes a pocket off its place, with nothing else that is there.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `Failure`, also if another device published it.
  package func remove(at locations: VaultLocations) async throws(Failure) -> Bool {
    do throws(PocketError) {
      let place = try await PocketPlace.at(target, locations)
      switch try await place.finding() {
      case .nothing: return false
      case .pocket(isKnown: false): throw .otherWords
      case .parts, .pocket(isKnown: true): try await place.remove()
      }
      return true
    } catch {
      throw failure(error, "nothing was removed at \(shown)")
    }
  }

  private func failure(_ error: PocketError, _ what: String) -> Failure {
    let masking = PasswordMasking(target: typed)
    let anew = Advice.run(anew(true), note: "phones then need the new words").onPage(
      "publish it with new words: phones then need these")
    return switch error {
    case .transport(let problem):
      Failure(problem, masking, what: what, again: "try again")
    case .notEmpty:
      Failure(
        what, because: "it holds other files, and no pocket",
        try: "use an empty or new folder, or an empty repository", status: .conflict)
    case .otherWords:
      Failure(
        what,
        because:
          "the pocket there is not the one that this device published last: it opens with other words",
        try: anew.or("use the device that published it"), status: .conflict)
    case .vault(.wrongPassphrase):
      Failure(
        what, because: "the vault's key was changed since, and with it the words", try: anew,
        status: .wrongKey)
    case .nothingPublished:
      Failure(
        what, because: "this device has published no pocket there",
        try: .run("pocket", word), onPage: "publish it first", status: .nothingFound)
    case .vault(let error): error.failure
    case .inUse:
      Failure(
        what, because: "another cardvault process is publishing there",
        try: "try again in a moment", status: .inUse)
    }
  }
}
