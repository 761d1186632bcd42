internal import Cards
internal import Glibc

/// Calendar days in this machine's time zone.
enum LocalDay {
  /// The day of a moment, and the minutes since its midnight; `nil` if the calendar has no such day.
  static func clock(at moment: Timestamp) -> (day: CalendarDate, minute: Int)? {
    var seconds = time_t((Double(moment.milliseconds) / 1_000).rounded(.down))
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil,
      let day = unsafe CalendarDate(
        year: Int(local.tm_year) + 1_900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    else { return nil }
    return (day, unsafe Int(local.tm_hour) * 60 + Int(local.tm_min))
  }

  /// When a day begins: at midnight, or later if the clocks go forward then.
  ///
  /// - Returns: Seconds since 1970; `nil` for a day beyond the system's range.
  static func start(of day: CalendarDate) -> Int64? {
    (0...3).lazy.compactMap { time(of: day, hour: $0) }.first
  }

  /// When an hour of a day begins.
  ///
  /// - Returns: Seconds since 1970; `nil` for an hour that the clocks skip, and a day beyond the system's range.
  static func time(of day: CalendarDate, hour: Int) -> Int64? {
    guard let moment = moment(of: day, hour: hour, minute: 0, second: 0),
      let found = clock(at: Timestamp(milliseconds: moment.seconds * 1_000)),
      found.day == day, found.minute == hour * 60
    else { return nil }
    return moment.seconds
  }

  /// The moment of a time of day, in seconds since midnight, at an offset in seconds east of Greenwich.
  static func moment(of day: CalendarDate, second: Int, offset: Int) -> Timestamp {
    var there = unsafe parts(of: day)
    return unsafe Timestamp(milliseconds: (Int64(timegm(&there)) + Int64(second - offset)) * 1_000)
  }

  /// A local time, such as `2026-12-31T23:59:59+01:00` (W3C, Date and Time Formats).
  static func text(of day: CalendarDate, hour: Int, minute: Int, second: Int) -> String {
    let offset = moment(of: day, hour: hour, minute: minute, second: second)?.offset ?? 0
    let clock = [hour, minute, second].map { CalendarDate.padded($0, 2) }.joined(separator: ":")
    let minutes = abs(offset) / 60
    return "\(day)T\(clock)\(offset < 0 ? "-" : "+")\(CalendarDate.padded(minutes / 60, 2)):"
      + CalendarDate.padded(minutes % 60, 2)
  }

  /// Seconds since 1970, and the offset then in seconds east of Greenwich.
  private static func moment(
    of day: CalendarDate, hour: Int, minute: Int, second: Int
  ) -> (seconds: Int64, offset: Int)? {
    var local = unsafe parts(of: day)
    unsafe local.tm_hour = Int32(hour)
    unsafe local.tm_min = Int32(minute)
    unsafe local.tm_sec = Int32(second)
    // The system finds out whether it is daylight saving time.
    unsafe local.tm_isdst = -1
    let seconds = unsafe mktime(&local)
    guard seconds != -1 else { return nil }
    return (Int64(seconds), unsafe Int(local.tm_gmtoff))
  }

  /// The midnight that begins a day, for the C library.
  private static func parts(of day: CalendarDate) -> tm {
    var parts = unsafe tm()
    unsafe parts.tm_year = Int32(day.year - 1_900)
    unsafe parts.tm_mon = Int32(day.month - 1)
    unsafe parts.tm_mday = Int32(day.day)
    return unsafe parts
  }
}
