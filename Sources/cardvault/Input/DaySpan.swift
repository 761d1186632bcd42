internal import ArgumentParser

/// A number of days, as `30d`, `6w` or `3m`: days, weeks, or months of 30 days; up to ten years.
struct DaySpan: ExpressibleByArgument {
  /// What a bare `cardvault` looks ahead: 30 days.
  static let month = DaySpan(days: 30)

  let days: Int

  private static let units: [Character: Int] = ["d": 1, "w": 7, "m": 30]
  private static let longest = 3_660

  private init(days: Int) { self.days = days }

  init?(argument: String) {
    guard let last = argument.last, argument.utf8.count <= 5 else { return nil }
    let unit = Self.units[last]
    let digits = unit == nil ? argument : String(argument.dropLast())
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits),
      (0...Self.longest).contains(count * (unit ?? 1))
    else { return nil }
    days = count * (unit ?? 1)
  }
}
