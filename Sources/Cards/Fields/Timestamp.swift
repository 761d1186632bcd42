/// A moment in UTC, to the millisecond.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX.1-2017, 4.16).
  public let milliseconds: Int64

  /// Makes a moment from milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The UTC day of this moment.
  public var date: CalendarDate? { Self.civil(days: floorDivide(milliseconds, 86_400_000)) }

  private func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
    value % by < 0 ? value / by - 1 : value / by
  }

  /// The date `days` after 1970-01-01, as in Hinnant's “chrono-Compatible Low-Level Date Algorithms”.
  private static func civil(days: Int64) -> CalendarDate? {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return CalendarDate(
      year: Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), month: Int(month),
      day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))
  }
}

extension Timestamp: CustomStringConvertible {
  /// The ISO 8601 form to the second, `2026-11-21T04:15:00Z`.
  public var description: String {
    let seconds = floorDivide(milliseconds, 1_000)
    let ofDay = Int(seconds - floorDivide(seconds, 86_400) * 86_400)
    let clock = [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60]
      .map { CalendarDate.padded($0, 2) }.joined(separator: ":")
    return "\(date?.description ?? "out of range")T\(clock)Z"
  }
}
