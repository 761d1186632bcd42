internal import Cards

/// Days as people write them in spreadsheets.
enum WrittenDay {
  /// The most digits and signs of a day, such as `31.12.2026`.
  private static let longestDay = 10

  /// What comes first where the year comes last.
  enum Order: Sendable, Hashable {
    case day, month
  }

  /// The order that a table's days have between slashes or hyphens, as one number above 12 proves it.
  ///
  /// - Returns: The order; `nil` if no day proves it, or some days prove one order and some the other.
  static func order(of texts: [String]) -> Order? {
    let days = texts.compactMap(parts).filter { !$0.isYearFirst && $0.sign != "." }.map(\.others)
    let (dayFirst, monthFirst) = (days.contains { $0[0] > 12 }, days.contains { $0[1] > 12 })
    if dayFirst == monthFirst { return nil }
    return dayFirst ? .day : .month
  }

  /// A day, from `2026-12-31`, `31.12.2026`, `31/12/26` and the like, where the person is: a time that follows and has `Z` or
  /// an offset is a moment, as `WrittenMoment` reads it.
  ///
  /// - Parameters:
  ///   - text: The day.
  ///   - order: What comes first between slashes or hyphens where the year comes last.
  /// - Returns: The day; `nil` for anything else, where something follows that is no time, and where day and month could be
  ///   exchanged.
  static func day(_ text: String, in order: Order?) -> CalendarDate? {
    let word = word(of: text)
    return calendarDay(text, in: order).flatMap {
      WrittenMoment($0, followedBy: text[word.endIndex...])?.day
    }
  }

  /// The day as it is written.
  private static func calendarDay(_ text: String, in order: Order?) -> CalendarDate? {
    guard let (year, isYearFirst, others, sign) = parts(text) else { return nil }
    let (first, second) = (others[0], others[1])
    if isYearFirst { return CalendarDate(year: year, month: first, day: second) }
    let isSame = first == second
    let dayFirst = sign == "." || isSame || first > 12 || second <= 12 && order == .day
    guard dayFirst || second > 12 || order == .month else { return nil }
    return dayFirst
      ? CalendarDate(year: year, month: second, day: first)
      : CalendarDate(year: year, month: first, day: second)
  }

  /// The year, whether it comes first, the two other numbers of a day in their order, and the sign between them.
  ///
  /// A year has four digits, or two if it comes last; between hyphens, two digits may be a year or a day in any
  /// place.
  private static func parts(
    _ text: String
  ) -> (year: Int, isYearFirst: Bool, others: [Int], sign: Character)? {
    let word = word(of: text)
    guard word.utf8.count <= longestDay else { return nil }
    guard let sign = word.first(where: { ".-/".contains($0) }) else { return nil }
    var parts = word.split(separator: sign, omittingEmptySubsequences: false)
    guard parts.count == 3,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let isYearFirst = parts[0].utf8.count == 4
    let year = isYearFirst ? parts.removeFirst() : parts.removeLast()
    let isShort = year.utf8.count == 2
    let others = parts.compactMap { (1...2).contains($0.utf8.count) ? Int($0) : nil }
    guard let number = Int(year), others.count == 2,
      isShort || year.utf8.count == 4 && number >= 1_000,
      !isShort || sign != "-" || number > 31
    else { return nil }
    // Two digits mean this century, as no card is valid until a day in the last one.
    return (isShort ? 2_000 + number : number, isYearFirst, others, sign)
  }

  /// What is in front of the time.
  private static func word(of text: String) -> Substring {
    text.prefix { !$0.isWhitespace && $0 != "T" && $0 != "t" }
  }
}
