internal import Cards
internal import Glibc

/// A calendar's day where this machine is.
enum LocalDay {
  /// When a day begins: at midnight, or later where the clocks go forward then.
  ///
  /// - Returns: Seconds since 1970; `nil` for a day that the system cannot tell.
  static func start(of day: CalendarDate) -> Int64? {
    for hour in 0...3 {
      guard let moment = moment(of: day, hour: hour, minute: 0, second: 0) else { continue }
      let found = WrittenValue.localDay(Timestamp(milliseconds: moment.seconds * 1_000))
      if found == day { return moment.seconds }
    }
    return nil
  }

  /// A clock's time on a day, as `2026-12-31T23:59:59+01:00` (W3C, Date and Time Formats).
  static func text(of day: CalendarDate, hour: Int, minute: Int, second: Int) -> String {
    let offset = moment(of: day, hour: hour, minute: minute, second: second)?.offset ?? 0
    let clock = [hour, minute, second].map { CalendarDate.padded($0, 2) }.joined(separator: ":")
    let minutes = abs(offset) / 60
    return "\(day)T\(clock)\(offset < 0 ? "-" : "+")\(CalendarDate.padded(minutes / 60, 2)):"
      + CalendarDate.padded(minutes % 60, 2)
  }

  /// Seconds since 1970, and seconds east of Greenwich then.
  private static func moment(
    of day: CalendarDate, hour: Int, minute: Int, second: Int
  ) -> (seconds: Int64, offset: Int)? {
    var local = unsafe tm()
    unsafe local.tm_year = Int32(day.year - 1_900)
    unsafe local.tm_mon = Int32(day.month - 1)
    unsafe local.tm_mday = Int32(day.day)
    unsafe local.tm_hour = Int32(hour)
    unsafe local.tm_min = Int32(minute)
    unsafe local.tm_sec = Int32(second)
    // Whether clocks are forward then is for the system to find out.
    unsafe local.tm_isdst = -1
    let seconds = unsafe mktime(&local)
    guard seconds != -1 else { return nil }
    return (Int64(seconds), unsafe Int(local.tm_gmtoff))
  }
}
