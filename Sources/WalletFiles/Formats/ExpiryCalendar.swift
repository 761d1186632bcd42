package import Cards

/// The last days of cards as a calendar (RFC 5545), each with an alarm; it contains no card numbers.
package enum ExpiryCalendar {
  /// At 9 in the morning a week before, relative to the start of the day.
  private static let alarm = "-P6DT15H"
  /// The most octets of a line, without its end (RFC 5545, 3.1).
  private static let lineOctetCount = 75

  /// Writes the cards that are still usable and expire.
  ///
  /// - Parameters:
  ///   - cards: The cards.
  ///   - today: Today; cards that expired earlier are left out.
  ///   - now: The time stamp.
  /// - Returns: The calendar; a card's event has the same id each time.
  package static func writing(
    _ cards: [Card], today: CalendarDate, now: Timestamp
  ) -> ForeignWriting {
    var writing = ForeignWriting()
    var lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cardvault//cardvault//EN",
      "CALSCALE:GREGORIAN",
    ]
    for card in cards {
      guard let day = card.expires, [.active, .draft].contains(card.state(on: today)),
        day >= today
      else { continue }
      lines += event(card, day, now)
      writing.add(card)
    }
    lines.append("END:VCALENDAR")
    writing.text = lines.map(folded).joined()
    return writing
  }

  private static func event(_ card: Card, _ day: CalendarDate, _ now: Timestamp) -> [String] {
    let title = "SUMMARY:\(escaped(name(of: card))) expires"
    return [
      "BEGIN:VEVENT", "UID:\(card.id)@cardvault",
      "DTSTAMP:\(now.description.filter { $0 != "-" && $0 != ":" })",
      "DTSTART;VALUE=DATE:\(digits(day))", "DTEND;VALUE=DATE:\(digits(day.adding(days: 1)))",
      title, "TRANSP:TRANSPARENT", "CLASS:PRIVATE", "BEGIN:VALARM", "ACTION:DISPLAY",
      "DESCRIPTION:\(escaped(name(of: card))) expires on \(day)", "TRIGGER:\(alarm)",
      "END:VALARM", "END:VEVENT",
    ]
  }

  /// The name, unless it contains a number: calendars are often on other people's servers.
  private static func name(of card: Card) -> String {
    let numbers = card.codes.map(\.text) + [card.printedNumber, card.pin]
    let isRevealing = numbers.contains { !$0.isEmpty && card.name.contains($0) }
    return isRevealing || card.name.isEmpty ? "A card" : card.name
  }

  private static func digits(_ day: CalendarDate) -> String {
    day.description.filter { $0 != "-" }
  }

  /// A text as a value (RFC 5545, 3.3.11).
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", ";", ",":
        escaped.unicodeScalars.append("\\")
        escaped.unicodeScalars.append(scalar)
      case "\n": escaped += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A line with its end, folded so that no part is too long; characters stay whole.
  private static func folded(_ line: String) -> String {
    var folded = ""
    var count = 0
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if count + length > lineOctetCount {
        folded += "\r\n "
        count = 1
      }
      folded.unicodeScalars.append(scalar)
      count += length
    }
    return folded + "\r\n"
  }
}
