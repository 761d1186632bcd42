internal import Cards

/// The host of a web address in a code, as the name of the shop or club that issued the card.
enum WebHost {
  /// Hosts of services that shorten or make addresses for anybody.
  private static let anybodys: Set = [
    "bit", "tinyurl", "goo", "qrco", "qr", "t", "ow", "is", "rebrand", "cutt", "linktr", "me",
    "google", "apple", "localhost",
  ]
  /// Second parts of country domains, in front of which the name is: `tesco.co.uk`.
  private static let seconds: Set = ["co", "com", "org", "net", "gov", "ac", "gv", "or", "ne"]

  /// The name: the part of the host in front of its domain, with a capital letter; `nil` where there is none.
  static func name(in barcode: Barcode) -> String? {
    let text = barcode.text
    let lowered = text.lowercased()
    guard let scheme = ["https://", "http://", "www."].first(where: lowered.hasPrefix) else {
      return nil
    }
    let host = lowered.dropFirst(scheme.count).prefix { !"/?#:@ ".contains($0) }
    var parts = host.split(separator: ".")
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }),
      parts.last?.contains(where: \.isLetter) == true
    else { return nil }
    parts.removeLast()
    if parts.count >= 2, let last = parts.last, seconds.contains(String(last)) {
      parts.removeLast()
    }
    guard let name = parts.last, name.count >= 2, !anybodys.contains(String(name)) else {
      return nil
    }
    let words = name.prefix(64).split(separator: "-").map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
