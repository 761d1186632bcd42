internal import Cards

/// A date as people write it, and the days that it may mean: `2027-12-31`, `31.12.27`, `12/2027`, `12/31/2027`.
struct TypedDate: Sendable, Hashable {
  /// Which number comes first between slashes or hyphens.
  enum Order: Sendable, Hashable {
    case day, month

    /// The languages whose short dates have the day first in every territory but those below (CLDR 46, `dateFormats`).
    private static let dayFirst: Set = [
      "bg", "bs", "ca", "cs", "da", "de", "el", "es", "et", "fi", "fr", "gl", "hr", "id", "is",
      "it", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "tr",
      "uk",
    ]
    /// The territories whose English dates have the day first.
    private static let englishDayFirst: Set = ["AU", "GB", "IE", "IN", "NZ"]
    /// Territories where people write dates in several orders, in whatever language.
    private static let mixed: Set = ["CA", "PA", "PH", "PR", "US"]

    /// The order of a locale's name, such as `en_US.UTF-8`; `nil` where it does not tell for certain.
    init?(locale: String) {
      let name = locale.prefix { $0 != "." && $0 != "@" }
      let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
      guard let language = parts.first?.lowercased() else { return nil }
      let territory = parts.count > 1 ? parts[parts.count - 1].uppercased() : ""
      switch (language, territory) {
      case ("en", "US"): self = .month
      case ("en", _) where Self.englishDayFirst.contains(territory): self = .day
      case _ where Self.dayFirst.contains(language) && !Self.mixed.contains(territory): self = .day
      default: return nil
      }
    }

    /// The order of this process's locale, as POSIX chooses it for dates (XBD 8.2); `nil` where it does not tell.
    static var here: Order? {
      let names = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { Environment[$0] }
      return names.first { !$0.isEmpty }.flatMap(Order.init)
    }
  }

  /// Which day of a month is meant where only the month is written.
  enum Edge: Sendable { case first, last }

  /// The days that it may mean: one, or several, with the one that begins with the day first.
  let readings: [CalendarDate]

  /// Reads what was typed; `nil` if it is not a date.
  ///
  /// - Parameters:
  ///   - text: What was typed. Between dots, the day comes first everywhere.
  ///   - edge: The day of a month that is meant without a day.
  ///   - order: What comes first between slashes and hyphens.
  init?(_ text: String, edge: Edge, order: Order? = .here) {
    let bare = text.filter { !$0.isWhitespace }
    guard let separator = bare.first(where: { !$0.isNumber }), "./-".contains(separator) else {
      return nil
    }
    let parts = bare.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard numbers.count == parts.count else { return nil }
    let isYearFirst = parts[0].count == 4
    switch (numbers.count, isYearFirst) {
    case (2, true): readings = [Self.day(of: numbers[1], numbers[0], edge)].compactMap(\.self)
    case (2, false):
      // 12/26 may be a month of 2026, or a day in December.
      guard parts[1].count == 4 else { return nil }
      readings = [Self.day(of: numbers[0], numbers[1], edge)].compactMap(\.self)
    case (3, true):
      readings = [CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2])]
        .compactMap(\.self)
    case (3, false):
      guard parts[2].count == 2 || parts[2].count == 4 else { return nil }
      // No card is valid since or until the last century in two digits.
      let year = parts[2].count == 2 ? 2_000 + numbers[2] : numbers[2]
      let dayFirst = CalendarDate(year: year, month: numbers[1], day: numbers[0])
      let monthFirst = CalendarDate(year: year, month: numbers[0], day: numbers[1])
      let readings = Self.readings(dayFirst, separator == "." ? nil : monthFirst, order)
      // Between hyphens, two digits in front may be the year, as in ISO 8601.
      let yearFirst =
        separator == "-" && order == nil && parts.allSatisfy { $0.count == 2 }
        ? CalendarDate(year: 2_000 + numbers[0], month: numbers[1], day: numbers[2]) : nil
      self.readings = readings + [yearFirst].compactMap(\.self).filter { !readings.contains($0) }
    default: return nil
    }
    if readings.isEmpty { return nil }
  }

  /// The readings that the calendar has; of two, the one that the order tells.
  private static func readings(
    _ dayFirst: CalendarDate?, _ monthFirst: CalendarDate?, _ order: Order?
  ) -> [CalendarDate] {
    guard let dayFirst, let monthFirst, dayFirst != monthFirst else {
      return [dayFirst ?? monthFirst].compactMap(\.self)
    }
    switch order {
    case .day?: return [dayFirst]
    case .month?: return [monthFirst]
    case nil: return [dayFirst, monthFirst]
    }
  }

  private static func number(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(digits)
  }

  /// The first or last day of a month.
  private static func day(of month: Int, _ year: Int, _ edge: Edge) -> CalendarDate? {
    let first = CalendarDate(year: year, month: month, day: 1)
    return edge == .first ? first : first?.endOfMonth
  }
}
