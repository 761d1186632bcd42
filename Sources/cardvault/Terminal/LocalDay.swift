internal import Cards
internal import Glibc

extension CalendarDate {
  /// Today, where this machine stands.
  ///
  /// - Throws: `Failure` when the clock shows a year outside 1 to 9999.
  static func today() throws -> CalendarDate {
    var now = time(nil)
    var local = unsafe tm()
    guard unsafe localtime_r(&now, &local) != nil,
      let day = unsafe CalendarDate(
        year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
    else {
      throw Failure(
        "cannot tell what day it is", because: "this machine's clock is far off",
        try: "set the clock", status: .unexpected)
    }
    return day
  }
}
