internal import Sealing

/// A number of days, as `30d`, `6w`, `3m` or `1y`: days, weeks, months of 30 days or years of 365; up to ten years.
package struct DaySpan {
  /// How far a bare `cardvault` looks ahead: 30 days.
  package static let month = DaySpan(days: 30)

  package let days: Int

  private static let units: [Character: Int] = ["d": 1, "w": 7, "m": 30, "y": 365]
  private static let maxDays = 3_660

  private init(days: Int) { self.days = days }

  /// The span that was typed; `nil` for anything else.
  package init?(_ argument: String) {
    guard let last = argument.last, argument.utf8.count <= 5 else { return nil }
    let unit = Self.units[last]
    let digits = unit == nil ? argument : String(argument.dropLast())
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits),
      (0...Self.maxDays).contains(count * (unit ?? 1))
    else { return nil }
    days = count * (unit ?? 1)
  }
}

/// A duration from a second to a day: `90s`, `15m` or `2h`.
package struct KeepingTime: CustomStringConvertible {
  package let seconds: Int

  private static let units: [(letter: Character, seconds: Int, name: String)] = [
    ("s", 1, "second"), ("m", 60, "minute"), ("h", 3_600, "hour"),
  ]

  /// The default of `unlock`: 15 minutes.
  package static let usual = KeepingTime(known: 900)
  /// How often a sync that keeps running looks for changes at the target: five minutes.
  package static let betweenSyncs = KeepingTime(known: 300)

  private init(known seconds: Int) { self.seconds = seconds }

  /// The duration that was typed; `nil` for anything else.
  package init?(_ argument: String) {
    guard let unit = Self.units.first(where: { $0.letter == argument.last }),
      // More digits than a day has seconds would overflow.
      argument.count <= 6, let count = Int(argument.dropLast()),
      argument.dropLast().allSatisfy(\.isASCIIDigit),
      (1...Int(Keyring.longest.components.seconds)).contains(count * unit.seconds)
    else { return nil }
    seconds = count * unit.seconds
  }

  package var duration: Duration { .seconds(seconds) }

  /// The duration as it is typed.
  package var description: String {
    let unit = Self.units.last { seconds % $0.seconds == 0 } ?? Self.units[0]
    return "\(seconds / unit.seconds)\(unit.letter)"
  }

  /// The duration in words.
  package var words: String {
    let unit = Self.units.last { seconds % $0.seconds == 0 } ?? Self.units[0]
    let count = seconds / unit.seconds
    return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
