internal import Cards

/// What a file of another wallet holds.
package struct ForeignReading: Sendable, Hashable {
  /// A card that could not be read.
  package struct Unreadable: Sendable, Hashable {
    /// Why.
    package enum Reason: Error, Sendable, Hashable {
      /// It has no name.
      case noName
      /// It has neither a code nor a number.
      case noNumber
      /// Its code is longer than any barcode.
      case codeTooLong
      /// Its number or PIN is longer than a card keeps, and cut off it would be wrong.
      case numberTooLong
      /// Its entry is not laid out like the others.
      case notACard
      /// It is a picture of a card that is not in the table.
      case noSuchCard
      /// It is one of several tables of cards in an archive, and another one was read.
      case otherTable
      /// It is photos beside a table, where only the table is read.
      case besideTable
      /// It is an archive within an archive, but not a pass.
      case innerArchive
      /// Its file cannot be read.
      case file(ForeignProblem)

      /// Whether it is about a card, and not about another file or a picture beside the cards.
      package var isOfCard: Bool {
        switch self {
        case .noName, .noNumber, .codeTooLong, .numberTooLong, .notACard, .file: true
        case .noSuchCard, .otherTable, .besideTable, .innerArchive: false
        }
      }
    }

    /// Its name, or else its position, such as `row 12`.
    package let name: String
    /// Why.
    package let reason: Reason

    /// Makes an entry about a card that could not be read.
    package init(name: String, reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// The most cards in a file, unreadable ones included: twenty times a large vault's.
  ///
  /// Each takes 7 KB until it is stored (measured).
  static let maxEntryCount = 20_000
  /// The most tags of all its cards: four for each of the most cards, as many as a table of Catima has room for.
  ///
  /// Until everything is stored, each is in memory several times: in the file, the card, the change and the vault.
  static let maxTagCount = 4 * maxEntryCount
  /// The most codes of all its cards: two for each of the most cards.
  static let maxCodeCount = 2 * maxEntryCount

  /// The program that wrote it.
  package let source: ForeignSource
  /// The cards, in the file's order.
  package var cards: [ForeignCard] = []
  /// What could not be read.
  package var unreadable: [Unreadable] = []
  /// The charset that was used for its text, if that is only a guess.
  package var guessedCharset: String?
  /// The names of a table's columns that have values and are not imported.
  package var columnsLeftOut: [String] = []

  /// Makes a reading without cards.
  package init(source: ForeignSource) { self.source = source }

  /// Records that all of it comes from an inner archive.
  mutating func move(intoArchive name: String) {
    for card in cards.indices {
      for photo in cards[card].photos.indices { cards[card].photos[photo].archive = name }
    }
    unreadable = unreadable.map { .init(name: "\(name)/\($0.name)", reason: $0.reason) }
  }

  /// Records that the rest of the file is damaged, and may contain more cards.
  mutating func leaveOutRest(_ problem: ForeignProblem) {
    leaveOut("rest of the file", .file(problem))
  }

  /// Adds what another file of the same archive holds.
  mutating func add(_ other: ForeignReading) {
    cards += other.cards
    unreadable += other.unreadable
    guessedCharset = guessedCharset ?? other.guessedCharset
    columnsLeftOut += other.columnsLeftOut
  }

  /// Keeps only the cards at these indices, and forgets what could not be read.
  package mutating func keepOnly(_ chosen: Set<Int>) {
    cards = cards.indices.filter(chosen.contains).map { cards[$0] }
    unreadable = []
  }

  /// Rejects too many cards before they take memory.
  static func check(entryCount: Int) throws(ForeignProblem) {
    guard entryCount <= maxEntryCount else {
      throw .tooMany(.cards, limit: maxEntryCount)
    }
  }

  /// Rejects too many cards, tags or codes before comparing and storing them takes memory.
  func check() throws(ForeignProblem) {
    let counts: [(ForeignProblem.Counted, count: Int, limit: Int)] = [
      (.cards, cards.count + unreadable.count, Self.maxEntryCount),
      (.tags, cards.reduce(0) { $0 + $1.tags.count }, Self.maxTagCount),
      (.codes, cards.reduce(0) { $0 + $1.codes.count }, Self.maxCodeCount),
    ]
    for (counted, count, limit) in counts where count > limit {
      throw .tooMany(counted, limit: limit)
    }
  }

  mutating func leaveOut(_ name: String, _ reason: UnreadableEntry) {
    unreadable.append(Unreadable(name: name, reason: reason))
  }

  /// Adds the card of an entry; if it has none, the entry is unreadable under its name or else its position, such as
  /// `row 12`.
  mutating func add(
    named name: String, at position: String, _ card: () throws(UnreadableEntry) -> ForeignCard
  ) {
    do throws(UnreadableEntry) {
      cards.append(try card())
    } catch {
      let name = name.trimmed
      leaveOut(name.isEmpty ? position : name, error)
    }
  }
}

/// Why one entry of a file is not a card.
typealias UnreadableEntry = ForeignReading.Unreadable.Reason

/// A program whose cards can be imported.
package enum ForeignSource: String, Sendable, Hashable, CaseIterable {
  case catima, voucherVault, fidMe, cardabase, pass, table, cardvault

  /// Its name, as people know it.
  package var name: String {
    switch self {
    case .catima: "Catima"
    case .voucherVault: "Voucher Vault"
    case .fidMe: "FidMe"
    case .cardabase: "Cardabase"
    case .pass: "Pass"
    case .table: "Table"
    case .cardvault: "cardvault"
    }
  }
}
