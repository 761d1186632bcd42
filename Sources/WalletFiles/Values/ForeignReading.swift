/// What a file of another wallet holds.
package struct ForeignReading: Sendable, Hashable {
  /// A card that could not be read.
  package struct Unreadable: Sendable, Hashable {
    /// Why.
    package enum Reason: Sendable, Hashable {
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
      /// It is a picture of a card that the table does not have.
      case noSuchCard
      /// It is a table of cards in an archive, and another one was read.
      case otherTable
      /// It is an archive in an archive, and no pass.
      case innerArchive
      /// The file that it is in cannot be read.
      case file(ForeignProblem)
    }

    /// Its name; where it has none, its place, such as `row 12`.
    package let name: String
    /// Why.
    package let reason: Reason

    /// Makes an entry about a card that could not be read.
    package init(name: String, reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// The most cards of a file, those included that cannot be read: five times a large vault's.
  ///
  /// Each takes 7 KB until it is stored (measured), and an import is to stay below 64 MB.
  package static let maximumEntryCount = 5_000
  /// The most tags of all its cards: four for each of the most cards, as many as a table of Catima has room for.
  ///
  /// Until all is stored, each is in memory several times: as the file, the card, the change and the vault have it.
  package static let maximumTagCount = 4 * maximumEntryCount
  /// The most codes of all its cards: two for each of the most cards.
  package static let maximumCodeCount = 2 * maximumEntryCount

  /// The program that wrote it.
  package let source: ForeignSource
  /// The cards, in the file's order.
  package var cards: [ForeignCard] = []
  /// What could not be read.
  package var unreadable: [Unreadable] = []
  /// The name of the charset that its text was read as, if that is only a guess.
  package var guessedCharset: String?

  /// Makes a reading without cards.
  package init(source: ForeignSource) { self.source = source }

  /// States that all of it is in a member that is an archive itself.
  mutating func move(intoArchive name: String) {
    for card in cards.indices {
      for photo in cards[card].photos.indices { cards[card].photos[photo].archive = name }
    }
    unreadable = unreadable.map { .init(name: "\(name)/\($0.name)", reason: $0.reason) }
  }

  /// Says that the file was read only as far as it is not damaged: there may be more cards behind that place.
  mutating func leaveOutRest(_ problem: ForeignProblem) {
    leaveOut("rest of the file", .file(problem))
  }

  /// Adds what another file of the same archive holds.
  mutating func add(_ other: ForeignReading) {
    cards += other.cards
    unreadable += other.unreadable
    guessedCharset = guessedCharset ?? other.guessedCharset
  }

  /// Keeps only the cards that a person chose, by their places from 0, and nothing of the rest.
  package mutating func keepOnly(_ places: Set<Int>) {
    cards = cards.indices.filter(places.contains).map { cards[$0] }
    unreadable = []
  }

  /// Refuses a file with too many cards, before they take memory.
  static func check(entryCount: Int) throws(ForeignProblem) {
    guard entryCount <= maximumEntryCount else {
      throw .tooMany(.cards, limit: maximumEntryCount)
    }
  }

  /// Refuses a file with too many cards, or too many tags or codes of all cards, before comparing and storing them takes
  /// memory.
  func check() throws(ForeignProblem) {
    let counts: [(ForeignProblem.Counted, count: Int, limit: Int)] = [
      (.cards, cards.count + unreadable.count, Self.maximumEntryCount),
      (.tags, cards.reduce(0) { $0 + $1.tags.count }, Self.maximumTagCount),
      (.codes, cards.reduce(0) { $0 + $1.codes.count }, Self.maximumCodeCount),
    ]
    for (counted, count, limit) in counts where count > limit {
      throw .tooMany(counted, limit: limit)
    }
  }

  mutating func leaveOut(_ name: String, _ reason: Unreadable.Reason) {
    unreadable.append(Unreadable(name: name, reason: reason))
  }
}
