/// One element's data in words that people understand.
struct ElementReading {
  /// The words; `nil` if the data need none.
  private(set) var value: String?
  /// What is wrong with the data.
  private(set) var fault: ElementString.Fault?
  /// The day that a date means.
  private(set) var day: CalendarDate?

  private let year: Int

  /// Interprets data that match the row's form.
  ///
  /// `decimalCount` is the last digit of the identifier: the number's decimals.
  init(
    of data: ArraySlice<UInt8>, as row: ApplicationIdentifier, decimals decimalCount: Int, year: Int
  ) {
    self.year = year
    let digits = String(decoding: data, as: UTF8.self)
    switch row.reading {
    case .plain:
      break
    case .key(let count):
      if !CheckDigit.isValidGS1(data.prefix(count)) { fault = .wrongCheckDigit }
    case .date:
      day = date(digits)
      value = day?.description
    case .dates:
      let days = [digits.prefix(6), digits.dropFirst(6)].filter { !$0.isEmpty }
      let dates = days.compactMap { date(String($0))?.description }
      value = dates.count == days.count ? dates.joined(separator: " to ") : nil
    case .moment:
      day = date(String(digits.prefix(6)))
      value = day.flatMap { day in
        Self.time(String(digits.dropFirst(6))).map { $0.isEmpty ? "\(day)" : "\(day) \($0)" }
      }
    case .measure(let unit):
      value = "\(Self.number(digits, decimals: decimalCount)) \(unit)"
    case .amount:
      value = Self.number(digits, decimals: decimalCount)
    case .money:
      let currency = CurrencyCode.name(ofNumber: String(digits.prefix(3)))
      value = Self.number(String(digits.dropFirst(3)), decimals: decimalCount) + " \(currency)"
    case .percent:
      value = "\(Self.number(digits, decimals: decimalCount)) %"
    case .temperature(let unit):
      let isBelow = digits.hasSuffix("-")
      // Only a hyphen has a meaning as the seventh character.
      guard isBelow || digits.count == 6 else { break }
      value = (isBelow ? "-" : "") + Self.number(String(digits.prefix(6)), decimals: 2) + " \(unit)"
    }
    if value == nil, [.date, .dates, .moment].contains(row.reading) { fault = .noSuchDate }
  }

  /// Parses YYMMDD.
  ///
  /// The century is the one that brings the year closest to now: a year 51 to 99 ahead is in the previous
  /// century, one 50 to 99 back in the next (GS1 General Specifications 7.12). Day 00 is the last day of its
  /// month (3.4).
  private func date(_ digits: String) -> CalendarDate? {
    let numbers = Self.pairs(digits)
    guard numbers.count == 3 else { return nil }
    let ahead = numbers[0] - year % 100
    let century = year / 100 + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0)
    let fullYear = century * 100 + numbers[0]
    let days = numbers[2] == 0 ? [31, 30, 29, 28] : [numbers[2]]
    return days.lazy.compactMap { CalendarDate(year: fullYear, month: numbers[1], day: $0) }.first
  }

  /// Parses hours, minutes and seconds; 9999 means that no time is set (GS1 General Specifications, identifiers
  /// 4324 and 4325).
  private static func time(_ digits: String) -> String? {
    let numbers = pairs(digits)
    if numbers.isEmpty || digits == "9999" { return digits.count == 1 ? nil : "" }
    guard numbers.count * 2 == digits.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return (numbers + (numbers.count == 1 ? [0] : [])).map { CalendarDate.padded($0, 2) }
      .joined(separator: ":")
  }

  private static func pairs(_ digits: String) -> [Int] {
    let characters = Array(digits)
    return stride(from: 0, to: characters.count - 1, by: 2).compactMap {
      Int(String(characters[$0...$0 + 1]))
    }
  }

  /// Digits with a decimal point before the last `decimalCount` digits, without leading zeros.
  private static func number(_ digits: String, decimals decimalCount: Int) -> String {
    let padded = String(repeating: "0", count: max(0, decimalCount + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimalCount).drop { $0 == "0" }
    return (whole.isEmpty ? "0" : whole)
      + (decimalCount > 0 ? "." + padded.suffix(decimalCount) : "")
  }
}

/// Currencies by the numbers used in GS1 codes.
enum CurrencyCode {
  /// The letters of a currency, such as `EUR` for 978.
  ///
  /// - Returns: `currency 123` for an uncommon number.
  static func name(ofNumber number: String) -> String { names[number] ?? "currency \(number)" }

  /// Common currencies, from ISO 4217:2015, table A.1.
  private static let names = [
    "008": "ALL", "032": "ARS", "036": "AUD", "124": "CAD", "152": "CLP", "156": "CNY",
    "170": "COP",
    "203": "CZK", "208": "DKK", "344": "HKD", "348": "HUF", "352": "ISK", "356": "INR",
    "360": "IDR",
    "376": "ILS", "392": "JPY", "410": "KRW", "458": "MYR", "484": "MXN", "498": "MDL",
    "504": "MAD",
    "554": "NZD", "578": "NOK", "604": "PEN", "608": "PHP", "643": "RUB", "682": "SAR",
    "702": "SGD",
    "704": "VND", "710": "ZAR", "752": "SEK", "756": "CHF", "764": "THB", "784": "AED",
    "788": "TND",
    "807": "MKD", "818": "EGP", "826": "GBP", "840": "USD", "901": "TWD", "941": "RSD",
    "946": "RON",
    "949": "TRY", "975": "BGN", "977": "BAM", "978": "EUR", "980": "UAH", "981": "GEL",
    "985": "PLN",
    "986": "BRL",
  ]
}
