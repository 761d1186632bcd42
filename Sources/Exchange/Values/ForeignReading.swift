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
      /// Its entry is not laid out like the others.
      case notACard
      /// The file that it is in cannot be read.
      case file(ForeignProblem)
    }

    /// Its name; where it has none, its place, such as `row 12`.
    package let name: String
    /// Why.
    package let reason: Reason

    /// Makes an entry about a card that could not be read.
    ///
    /// - Parameters:
    ///   - name: Its name or place.
    ///   - reason: Why.
    package init(name: String, reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// The program that wrote it.
  package let source: ForeignSource
  /// The cards, in the file's order.
  package var cards: [ForeignCard] = []
  /// What could not be read.
  package var unreadable: [Unreadable] = []

  /// Makes a reading without cards.
  ///
  /// - Parameter source: The program that wrote the file.
  package init(source: ForeignSource) { self.source = source }

  mutating func leaveOut(_ name: String, _ reason: Unreadable.Reason) {
    unreadable.append(Unreadable(name: name, reason: reason))
  }
}
