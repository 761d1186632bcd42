/// A day in the Gregorian calendar without a time or zone, as expiry dates are printed.
public struct CalendarDate: Sendable, Hashable, Comparable {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a date; `nil` when the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(year: year, month: month)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `2026-12-31` (ISO 8601 extended form); `nil` for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8...])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The number that these decimal digits spell.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = 10 * number + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day so many days later; at most the last day of the year 9999.
  public func adding(days: Int) -> CalendarDate {
    precondition(days >= 0)
    var (year, month, day) = (year, month, day + days)
    while day > Self.dayCount(year: year, month: month) {
      day -= Self.dayCount(year: year, month: month)
      month += 1
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    return CalendarDate(year: year, month: month, day: day)
      ?? CalendarDate(year: 9999, month: 12, day: 31) ?? self
  }

  /// The last day of its month.
  package var endOfMonth: CalendarDate {
    CalendarDate(year: year, month: month, day: Self.dayCount(year: year, month: month)) ?? self
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The ISO 8601 form, `2026-12-31`.
  public var description: String {
    Self.padded(year, 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2)
  }

  /// A number with leading zeros, in at least so many digits.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
