internal import Cards

/// The day that a person picked in Catima, from the moment that it writes.
struct CatimaDay {
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// The day.
  let day: CalendarDate
  /// Whether no other day is possible: where the file was written in another time zone, it may be the one beside it.
  let isSure: Bool

  /// Finds the day; `nil` where the calendar has none.
  ///
  /// Catima's picker gives midnight UTC, older ones midnight or noon where the phone is.
  init?(_ moment: Timestamp) {
    if moment.milliseconds % Self.millisecondsPerDay == 0 {
      guard let day = moment.date else { return nil }
      (self.day, isSure) = (day, true)
      return
    }
    if let local = LocalDay.clock(at: moment)?.day,
      [LocalDay.start(of: local), LocalDay.time(of: local, hour: 12)]
        .contains(where: { $0.map { $0 * 1_000 } == moment.milliseconds })
    {
      (day, isSure) = (local, true)
      return
    }
    // Midnight anywhere is less than half a day from the day's midnight UTC; noon UTC is still of that day.
    let middle = moment.milliseconds + Self.millisecondsPerDay / 2 - 1
    guard let day = Timestamp(milliseconds: middle).date else { return nil }
    (self.day, isSure) = (day, false)
  }
}
