/// Currency codes, to recognise money in free text.
enum CurrencyCodes {
  /// The alphabetic codes of currencies in circulation (ISO 4217:2015, List One of 2026-01-01), without metals, funds,
  /// units of account and test codes.
  static let inCirculation: Set<String> = Set(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD
    CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD
    KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
    SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND
    VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The codes of the currencies that a word or sign beside an amount may mean (Unicode CLDR 46, currency symbols and their
  /// narrow forms); empty for any other word.
  ///
  /// A pound sign is the British one: other pounds are written differently where they are used. The word is in lower case,
  /// without full stops and white space.
  static func meant(by word: String) -> [String] {
    let code = word.uppercased()
    return inCirculation.contains(code) ? [code] : words[word] ?? []
  }

  private static let dollars = [
    "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP",
    "BBD", "BMD", "BND", "BSD", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD",
    "TTD", "XCD", "CUP",
  ]
  private static let words: [String: [String]] = [
    "€": ["EUR"], "euro": ["EUR"], "euros": ["EUR"], "£": ["GBP"], "sfr": ["CHF"], "fr": ["CHF"],
    "zł": ["PLN"], "kč": ["CZK"], "ft": ["HUF"], "lei": ["RON", "MDL"],
    "kr": ["DKK", "ISK", "NOK", "SEK"], "₽": ["RUB"], "₴": ["UAH"], "₺": ["TRY"], "tl": ["TRY"],
    "₾": ["GEL"], "₸": ["KZT"], "₪": ["ILS"], "₹": ["INR"],
    "rs": ["INR", "LKR", "MUR", "NPR", "PKR"], "฿": ["THB"], "₫": ["VND"], "₱": ["PHP"],
    "₩": ["KRW"], "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "円": ["JPY"],
    "元": ["CNY", "TWD", "HKD", "MOP"],
    "₦": ["NGN"], "r": ["ZAR"], "r$": ["BRL"], "$": dollars, "us$": ["USD"], "ca$": ["CAD"],
    "c$": ["CAD", "NIO"], "au$": ["AUD"], "a$": ["AUD"], "nz$": ["NZD"], "hk$": ["HKD"],
    "s$": ["SGD"],
    "nt$": ["TWD"], "mx$": ["MXN"],
    // Withdrawn in 2023 and 2026, but some cards still have them.
    "hrk": ["HRK"], "bgn": ["BGN"],
  ]

  /// How many decimals a currency has: 0, 2 or 3 (ISO 4217:2015, List One of 2026-01-01, minor unit); 2 if it is not in
  /// the list.
  static func decimals(of code: String) -> Int {
    if withoutDecimals.contains(code) { return 0 }
    return withThreeDecimals.contains(code) ? 3 : 2
  }

  private static let withoutDecimals: Set = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
  ]
  private static let withThreeDecimals: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}
