package import Cards

extension Card {
  /// What a list shows of it in a few words: its state, how many codes it has, and what is to be decided.
  ///
  /// - Parameters:
  ///   - today: Today's date, which decides what is expired.
  ///   - conflicts: How many of its fields were changed concurrently.
  ///   - isDuplicate: Whether another card has one of its codes.
  /// - Returns: The words; empty for an ordinary card.
  package func listNote(
    on today: CalendarDate, conflicts: Int, isDuplicate: Bool
  ) -> String {
    var words: [String] = []
    let state = self.state(on: today)
    if review == .doubtfulDraft {
      words.append("doubtful draft")
    } else if state != .active {
      words.append(state.rawValue)
    }
    if isOneTime, state == .active { words.append("one time") }
    if codes.count > 1 { words.append("+\(codes.count - 1) codes") }
    if conflicts > 0 { words.append("conflict") }
    words += sidesWithSeveralPhotos.map { "\($0.numbers.count) \($0.side.name)s" }
    if isDuplicate { words.append("duplicate") }
    return words.joined(separator: ", ")
  }
}
