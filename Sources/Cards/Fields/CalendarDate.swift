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
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
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

  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
