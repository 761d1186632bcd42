/// Currencies by the numbers used in GS1 codes.
enum CurrencyCode {
  /// The letters of a currency, such as `EUR` for 978.
  ///
  /// - Returns: `currency 123` if the number is not one of the common ones.
  static func name(ofNumber number: String) -> String { names[number] ?? "currency \(number)" }

  /// The common ones from ISO 4217:2015, table A.1.
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
