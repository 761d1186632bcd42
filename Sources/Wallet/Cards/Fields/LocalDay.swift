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
