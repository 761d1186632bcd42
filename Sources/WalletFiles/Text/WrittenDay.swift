internal import Cards

/// Days as people write them in spreadsheets.
enum WrittenDay {
  /// The most characters of a day, such as `31.12.2026`.
  private static let longestDay = 10

  /// What comes first if the year comes last.
  enum Order: Sendable, Hashable {
    case day, month
  }

  /// The order of a table's days with slashes or hyphens, which a number above 12 proves; `nil` if no day proves it, or days
  /// contradict each other.
  static func order(of texts: [String]) -> Order? {
    let days = texts.compactMap(parts).filter { !$0.isYearFirst && $0.sign != "." }.map(\.others)
    let (dayFirst, monthFirst) = (days.contains { $0[0] > 12 }, days.contains { $0[1] > 12 })
    if dayFirst == monthFirst { return nil }
    return dayFirst ? .day : .month
  }

  /// Parses `2026-12-31`, `31.12.2026`, `31/12/26` and the like, in the person's time zone: with a time and an offset, it is a
  /// moment (`WrittenMoment`).
  ///
  /// - Parameters:
  ///   - text: The day.
  ///   - order: What comes first in days with slashes or hyphens and the year last.
  /// - Returns: The day; `nil` for anything else, if anything but a time follows, and if day and month could be swapped.
  static func day(_ text: String, in order: Order?) -> CalendarDate? {
    let word = word(of: text)
    return calendarDay(text, in: order).flatMap {
      WrittenMoment($0, followedBy: text[word.endIndex...])?.day
    }
  }

  /// The first and last day of `12/2026` and the like; `nil` for anything else.
  static func month(_ text: String) -> (first: CalendarDate, last: CalendarDate)? {
    let parts = text.trimmed.split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { ".-/".contains($0) })
    guard parts.count == 2, (6...7).contains(text.trimmed.utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = parts.first(where: { $0.utf8.count == 4 }).flatMap({ Int($0) }),
      let month = parts.first(where: { (1...2).contains($0.utf8.count) }).flatMap({ Int($0) }),
      let first = CalendarDate(year: year, month: month, day: 1),
      // Checked as days are, for other calendars' years.
      WrittenMoment(first, followedBy: "") != nil
    else { return nil }
    return (first, first.endOfMonth)
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

  /// The parts of a day: the year, whether it comes first, the two other numbers in their order, and the separator.
  ///
  /// A year has four digits, or two if it comes last; with hyphens, two digits may be a year or a day in any position.
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
    // Two digits mean this century: no card expires in the last one.
    return (isShort ? 2_000 + number : number, isYearFirst, others, sign)
  }

  /// What precedes the time.
  private static func word(of text: String) -> Substring {
    text.prefix { !$0.isWhitespace && $0 != "T" && $0 != "t" }
  }
}
