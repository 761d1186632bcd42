/// Why one entry of a file is no card.
struct UnreadableEntry: Error {
  let reason: ForeignReading.Unreadable.Reason
}

extension ForeignReading {
  /// Adds the card that an entry is; one that is none is left out by its name.
  ///
  /// - Parameters:
  ///   - name: Its name, if it has one.
  ///   - place: What it is called otherwise, such as `row 12`.
  ///   - card: Reads it.
  mutating func add(
    named name: String, at place: String, _ card: () throws(UnreadableEntry) -> ForeignCard
  ) {
    do throws(UnreadableEntry) {
      cards.append(try card())
    } catch {
      let name = PlainText.trimmed(name)
      leaveOut(name.isEmpty ? place : name, error.reason)
    }
  }
}
