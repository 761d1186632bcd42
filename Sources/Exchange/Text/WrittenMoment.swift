internal import Cards

/// A day where the person is, with the time of day if a file writes one (ISO 8601-1:2019, 5.4; W3C, Date and Time Formats).
///
/// A time with `Z` or an offset is a moment: its day is the one on which the person's clock shows it. A time without is that
/// of the person's clock.
struct WrittenMoment: Sendable, Hashable, Comparable {
  /// The day.
  let day: CalendarDate
  /// Minutes since midnight; `nil` for a day without a time.
  let minute: Int?

  /// Reads `2026-12-31`, and what follows it such as `T23:59:59Z`; `nil` for a text that does not begin with a day.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - ignoresOffset: Whether a time is that of the person's clock whatever its offset.
  init?(_ text: String, ignoringOffset ignoresOffset: Bool = false) {
    guard let day = CalendarDate(String(text.prefix(10))) else { return nil }
    self.init(day, followedBy: text.dropFirst(10), ignoringOffset: ignoresOffset)
  }

  /// Takes a day, and reads the time behind it; what is none is ignored, as other programs write it differently.
  init(_ day: CalendarDate, followedBy rest: Substring, ignoringOffset ignoresOffset: Bool = false)
  {
    guard let time = Time(rest) else {
      (self.day, minute) = (day, nil)
      return
    }
    if let offset = time.offset, !ignoresOffset,
      let local = LocalDay.clock(
        at: LocalDay.moment(of: day, second: time.second, offset: offset))
    {
      (self.day, minute) = (local.day, local.minute)
    } else {
      (self.day, minute) = (day, time.second / 60)
    }
  }

  /// Whether all of a text is a day with a time.
  static func isWhole(_ text: String) -> Bool {
    CalendarDate(String(text.prefix(10))) != nil && Time(text.dropFirst(10))?.isWhole == true
  }

  /// The day in words, and the time if it has one: `4 Dec 2026 18:30`.
  var words: String {
    guard let minute else { return dayWords }
    let clock = [minute / 60, minute % 60].map { CalendarDate.padded($0, 2) }
    return "\(dayWords) \(clock.joined(separator: ":"))"
  }

  /// The day in words: `4 Dec 2026`.
  var dayWords: String { "\(day.day) \(Self.months[day.month - 1]) \(day.year)" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func < (left: Self, right: Self) -> Bool {
    (left.day, left.minute ?? 0) < (right.day, right.minute ?? 0)
  }

  /// The time behind a day.
  private struct Time {
    /// Seconds since midnight.
    let second: Int
    /// Seconds east of Greenwich; `nil` where the text states none.
    let offset: Int?
    /// Whether nothing else follows.
    let isWhole: Bool

    /// The farthest that clocks are from Greenwich, in hours (tz database, Pacific/Kiritimati).
    private static let farthest = 14
    private static let signs: Set<Character> = ["+", "-", "\u{2212}"]

    /// Reads `T23:59:59.999+01:00`, also behind spaces; `nil` for anything else.
    init?(_ text: Substring) {
      guard let mark = text.first, mark == "T" || mark == "t" || mark.isWhitespace else {
        return nil
      }
      var rest = text.dropFirst().drop(while: \.isWhitespace)
      guard let hour = Self.number(&rest), rest.popFirst() == ":",
        let minute = Self.number(&rest), hour <= 24, minute < 60
      else { return nil }
      var second = 0
      if rest.first == ":" {
        rest.removeFirst()
        guard let found = Self.number(&rest), found <= 60 else { return nil }
        second = found
        if rest.first == "." || rest.first == "," {
          rest = rest.dropFirst().drop { "0123456789".contains($0) }
        }
      }
      self.second = hour * 3_600 + minute * 60 + second
      rest = rest.drop(while: \.isWhitespace)
      offset = Self.offset(&rest)
      isWhole = rest.isEmpty
    }

    /// Takes an offset away from the front; a word that only begins like one is none.
    private static func offset(_ rest: inout Substring) -> Int? {
      var tail = rest
      var seconds = 0
      let name = ["UTC", "GMT", "Z"].first { tail.uppercased().hasPrefix($0) }
      tail = tail.dropFirst(name?.count ?? 0)
      // As in GMT+0100.
      if name == nil || tail.first.map(signs.contains) ?? false {
        guard let sign = tail.popFirst(), signs.contains(sign), let hours = number(&tail),
          hours <= farthest
        else { return nil }
        if tail.first == ":" { tail.removeFirst() }
        let minutes = number(&tail) ?? 0
        guard minutes < 60 else { return nil }
        seconds = (hours * 3_600 + minutes * 60) * (sign == "+" ? 1 : -1)
      }
      // The zone's name may follow: [Europe/Berlin]
      guard tail.first.map({ $0.isWhitespace || $0 == "[" }) ?? true else { return nil }
      rest = tail.drop(while: \.isWhitespace)
      return seconds
    }

    /// Takes two digits away from the front.
    private static func number(_ rest: inout Substring) -> Int? {
      let digits = rest.prefix(2)
      guard digits.utf8.count == 2, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(2)
      return Int(digits)
    }
  }
}
