package import Cards

extension Card {
  /// Whether it can be used today and expires by a day.
  ///
  /// - Parameters:
  ///   - today: The local day of now.
  ///   - last: The last day that counts.
  /// - Returns: Whether it does.
  package func expires(from today: CalendarDate, through last: CalendarDate) -> Bool {
    guard let expires, state(on: today) == .active || isDraft else { return false }
    return (today...max(today, last)).contains(expires)
  }
}
