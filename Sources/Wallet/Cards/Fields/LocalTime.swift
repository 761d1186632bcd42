package import Cards
internal import Glibc

extension CalendarDate {
  /// Today in the local time zone.
  ///
  /// - Throws: `WalletError.noDay` if the clock shows a year outside 1 to 9999.
  package static func today() throws(WalletError) -> CalendarDate {
    var now = time(nil)
    var local = unsafe tm()
    guard unsafe localtime_r(&now, &local) != nil,
      let day = unsafe CalendarDate(
        year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    else {
      throw .noDay
    }
    return day
  }
}

extension Timestamp {
  /// Its day in the local time zone: `2026-11-21`.
  package var localDay: String { String(local.prefix { $0 != " " && $0 != "T" }) }

  /// The moment in the local time zone, to the minute: `2026-11-21 04:15`.
  package var local: String {
    var seconds = time_t((Double(milliseconds) / 1_000).rounded(.down))
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil,
      let day = unsafe CalendarDate(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    else { return description }
    let clock = unsafe [parts.tm_hour, parts.tm_min].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(day) \(clock.joined(separator: ":"))"
  }
}
