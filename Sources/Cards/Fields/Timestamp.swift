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

/// Moments as text that keeps the milliseconds and can be parsed again.
extension Timestamp {
  /// The ISO 8601 form, to the millisecond where it has any: `2026-11-21T04:15:00.250Z`.
  package var exactDescription: String {
    let rest = Int((milliseconds % 1_000 + 1_000) % 1_000)
    return rest == 0
      ? description : "\(description.dropLast()).\(CalendarDate.padded(rest, 3))Z"
  }

  /// Reads what `description` or `exactDescription` wrote; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard text.utf8.last == UInt8(ascii: "Z"), parts.count == 2,
      let day = CalendarDate(String(parts[0]))
    else { return nil }
    let clock = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = Self.number(clock[0], digits: 2, below: 24),
      let minute = Self.number(clock[1], digits: 2, below: 60)
    else { return nil }
    let seconds = clock[2].split(separator: ".", omittingEmptySubsequences: false)
    let fraction: Substring = seconds.count == 2 ? seconds[1] : "000"
    guard (1...2).contains(seconds.count),
      let second = Self.number(seconds[0], digits: 2, below: 60),
      let rest = Self.number(fraction, digits: 3, below: 1_000)
    else { return nil }
    let ofDay = (hour * 60 + minute) * 60 + second
    self.init(milliseconds: (Self.days(to: day) * 86_400 + ofDay) * 1_000 + rest)
  }

  private static func number(_ text: Substring, digits: Int, below limit: Int64) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(text), number < limit
    else { return nil }
    return number
  }

  /// The days from 1970-01-01 to a day, as in Hinnant's “chrono-Compatible Low-Level Date Algorithms”.
  private static func days(to day: CalendarDate) -> Int64 {
    let year = Int64(day.month <= 2 ? day.year - 1 : day.year)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = Int64(
      (153 * (day.month > 2 ? day.month - 3 : day.month + 9) + 2) / 5 + day.day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
