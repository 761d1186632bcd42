internal import ArgumentParser
internal import Sealing

/// A duration from a second to a day: `90s`, `15m` or `2h`.
struct KeepingTime: CustomStringConvertible {
  let seconds: Int

  private static let units: [(letter: Character, seconds: Int, name: String)] = [
    ("s", 1, "second"), ("m", 60, "minute"), ("h", 3_600, "hour"),
  ]

  /// The default of `unlock`: 15 minutes.
  static let usual = KeepingTime(known: 900)
  /// How often `sync --watch` looks for changes at the target: five minutes.
  static let betweenSyncs = KeepingTime(known: 300)

  private init(known seconds: Int) { self.seconds = seconds }

  /// The duration that was typed.
  ///
  /// - Throws: `ValidationError` that names the forms.
  static func typed(_ text: String) throws -> KeepingTime {
    guard let time = KeepingTime(text) else {
      throw ValidationError("write seconds, minutes or hours, up to a day, like 90s, 15m or 2h")
    }
    return time
  }

  private init?(_ argument: String) {
    guard let unit = Self.units.first(where: { $0.letter == argument.last }),
      // More digits than a day has seconds would overflow.
      argument.count <= 6, let count = Int(argument.dropLast()),
      argument.dropLast().allSatisfy(\.isASCIIDigit),
      (1...Int(Keyring.longest.components.seconds)).contains(count * unit.seconds)
    else { return nil }
    seconds = count * unit.seconds
  }

  var duration: Duration { .seconds(seconds) }

  /// The duration as it is typed.
  var description: String {
    let unit = Self.units.last { seconds % $0.seconds == 0 } ?? Self.units[0]
    return "\(seconds / unit.seconds)\(unit.letter)"
  }

  /// The duration in words.
  var words: String {
    let unit = Self.units.last { seconds % $0.seconds == 0 } ?? Self.units[0]
    let count = seconds / unit.seconds
    return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
