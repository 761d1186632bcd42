/// A number of days, as `30d`, `6w`, `3m` or `1y`: days, weeks, months of 30 days or years of 365; up to ten years.
package struct DaySpan {
  /// What a bare `cardvault` looks ahead: 30 days.
  package static let month = DaySpan(days: 30)

  package let days: Int

  private static let units: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
  private static let longest = 3_660

  private init(days: Int) { self.days = days }

  /// The span that was typed; `nil` for anything else.
  package init?(_ argument: String) {
    guard let last = argument.last, argument.utf8.count <= 5 else { return nil }
    let unit = Self.units[last]
    let digits = unit == nil ? argument : String(argument.dropLast())
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits),
      (0...Self.longest).contains(count * (unit ?? 1))
    else { return nil }
    days = count * (unit ?? 1)
  }
}
