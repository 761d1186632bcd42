internal import Cards

/// A day in the person's time zone, with a time of day if there is one (ISO 8601-1:2019, 5.4; W3C, Date and Time Formats).
///
/// A time with `Z` or an offset is converted to the person's time zone, which may change the day; other times are local.
struct WrittenMoment: Sendable, Hashable, Comparable {
  /// The day.
  let day: CalendarDate
  /// Minutes since midnight; `nil` for a day without a time.
  let minute: Int?

  /// Parses `2026-12-31`, optionally followed by a time such as `T23:59:59Z`, ` 11:59 p.m.` or ` 23:59 Uhr`; `nil` for
  /// anything else.
  init?(_ text: String, ignoringOffset ignoresOffset: Bool = false) {
    guard let day = CalendarDate(String(text.prefix(10))) else { return nil }
    self.init(day, followedBy: text.dropFirst(10), ignoringOffset: ignoresOffset)
  }

  /// Years that are probably from another calendar.
  ///
  /// 2026 is 1448 in the Islamic calendar, 1405 in the Persian and 2569 in the Buddhist one (Unicode CLDR). No card is valid
  /// in those years of ours; cards that never expire may be valid until 9999.
  private static let otherCalendars = [1_300...1_899, 2_400...2_799]

  /// Parses the time after a day; `nil` if anything else follows, such as a second day, or if the year is probably from
  /// another calendar.
  init?(_ day: CalendarDate, followedBy rest: Substring, ignoringOffset ignoresOffset: Bool = false)
  {
    if Self.otherCalendars.contains(where: { $0.contains(day.year) }) { return nil }
    if rest.allSatisfy(\.isWhitespace) {
      (self.day, minute) = (day, nil)
      return
    }
    guard let time = Time(rest) else { return nil }
    if let offset = time.offset, !ignoresOffset,
      let local = LocalDay.clock(
        at: LocalDay.moment(of: day, second: time.second, offset: offset))
    {
      (self.day, minute) = (local.day, local.minute)
    } else {
      (self.day, minute) = (day, time.second / 60)
    }
  }

  /// Whether a text is a day with a time.
  static func hasTime(_ text: String) -> Bool { WrittenMoment(text)?.minute != nil }

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

  /// The time after a day.
  private struct Time {
    /// Seconds since midnight.
    let second: Int
    /// Seconds east of Greenwich; `nil` if the text states no offset.
    let offset: Int?

    /// The largest offsets, in hours (tz database: Pacific/Kiritimati, Etc/GMT+12).
    private static let (farthestEast, farthestWest) = (14, 12)
    private static let halves = ["am", "pm", "a.m.", "p.m."]
    /// Words for “o'clock”.
    private static let clocks: Set = ["uhr", "h", "hrs"]
    private static let minusSigns: Set<Character> = ["-", "\u{2212}"]

    /// Parses `T23:59:59.999+01:00`, `T235959Z`, ` 23:59 UTC+1`, ` 11:59 PM`, ` 11:59 p.m.`, ` 23:59 Uhr` or
    /// ` 23:59 Uhr UTC+1`, optionally with the zone's name after the offset; `nil` for anything else.
    init?(_ text: Substring) {
      guard let mark = text.first, mark == "T" || mark == "t" || mark.isWhitespace else {
        return nil
      }
      var rest = text.dropFirst().drop(while: \.isWhitespace)
      guard let clock = Self.clock(&rest, isISO: !mark.isWhitespace) else { return nil }
      var hour = clock.hour
      let (minute, second) = (clock.minute, clock.second ?? 0)
      rest = rest.drop(while: \.isWhitespace)
      if let half = Self.halves.first(where: { rest.lowercased().hasPrefix($0) }) {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
        rest = rest.dropFirst(half.count).drop(while: \.isWhitespace)
      }
      let word = rest.prefix(while: \.isLetter)
      if Self.clocks.contains(word.lowercased()) {
        rest = rest.dropFirst(word.count).drop(while: \.isWhitespace)
      }
      guard hour < 24 && minute < 60 && second <= 60 || (hour, minute, second) == (24, 0, 0) else {
        return nil
      }
      self.second = hour * 3_600 + minute * 60 + second
      if rest.isEmpty {
        offset = nil
        return
      }
      // It may be a range: 11:00-12:00.
      let mayBeRange = mark.isWhitespace && clock.second == nil
      if mayBeRange, let sign = rest.first, Self.minusSigns.contains(sign) { return nil }
      guard let found = Self.offset(&rest) else { return nil }
      offset = found
      // The zone's name may follow; the offset is enough.
      guard Self.isZone(rest.drop(while: \.isWhitespace)) else { return nil }
    }

    /// Whether a text is empty or a zone's name: `CET`, `[Europe/Berlin]`, `(Central European Time)`.
    ///
    /// A name has no digits, unlike a second day, and spaces only if brackets enclose all of it.
    private static func isZone(_ text: Substring) -> Bool {
      guard let first = text.first, let last = text.last else { return true }
      if text.contains(where: \.isNumber) { return false }
      let isEnclosed =
        ["()", "[]"].contains("\(first)\(last)") && text.count { "()[]".contains($0) } == 2
      return (first.isLetter || "[(".contains(first))
        && (isEnclosed || !text.contains(where: \.isWhitespace))
    }

    /// Takes hour, minute and second from the front: `9:05`, `23:59:59.999`, or in ISO 8601 also `235959`.
    private static func clock(
      _ rest: inout Substring, isISO: Bool
    ) -> (hour: Int, minute: Int, second: Int?)? {
      let digits = rest.prefix(while: isDigit)
      if isISO, digits.count == 4 || digits.count == 6 {
        var all = digits
        rest = rest.dropFirst(digits.count)
        guard let hour = number(&all), let minute = number(&all) else { return nil }
        dropFraction(&rest)
        return (hour, minute, number(&all))
      }
      guard digits.count <= 2, let hour = Int(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == ":", let minute = number(&rest) else { return nil }
      guard rest.first == ":" else { return (hour, minute, nil) }
      rest.removeFirst()
      guard let second = number(&rest) else { return nil }
      dropFraction(&rest)
      return (hour, minute, second)
    }

    private static func dropFraction(_ rest: inout Substring) {
      if rest.first == "." || rest.first == "," { rest = rest.dropFirst().drop(while: isDigit) }
    }

    /// Takes an offset from the front: `Z`, `+01:00`, `+0100`, `+1`, `UTC` or `GMT+1`.
    private static func offset(_ rest: inout Substring) -> Int? {
      let name = ["UTC", "GMT", "Z"].first { rest.uppercased().hasPrefix($0) }
      rest = rest.dropFirst(name?.count ?? 0)
      // A longer word is not an offset.
      if rest.first?.isLetter == true { return nil }
      guard let sign = rest.first, sign == "+" || minusSigns.contains(sign) else {
        return name.map { _ in 0 }
      }
      rest.removeFirst()
      let farthest = sign == "+" ? farthestEast : farthestWest
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      var (hours, minutes) = (Int(digits.prefix(max(1, digits.count - 2))), Int(digits.suffix(2)))
      if digits.count <= 2 {
        (hours, minutes) = (Int(digits), 0)
        if rest.first == ":" {
          rest.removeFirst()
          minutes = number(&rest)
        }
      }
      guard digits.count <= 4, let hours, let minutes, hours <= farthest, minutes < 60 else {
        return nil
      }
      return (hours * 3_600 + minutes * 60) * (sign == "+" ? 1 : -1)
    }

    /// Takes two digits from the front.
    private static func number(_ rest: inout Substring) -> Int? {
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy(isDigit) else { return nil }
      rest = rest.dropFirst(2)
      return Int(digits)
    }

    private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }
  }
}
