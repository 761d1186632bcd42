package import Cards

/// What a new card may be, according to its code, its photo's file and the cards in the vault; a person confirms it.
struct DraftSuggestion: Sendable, Hashable {
  /// What it may be called.
  let name: String
  /// Tags of a similar card.
  let tags: [String]
  /// What it may be for.
  let kind: CardKind
  /// Its last day, where the code states one.
  let expires: CalendarDate?

  /// The name is the first of these: a name in the file that no camera gave, the host of a web address, the name of a
  /// similar card, the meaning of the GS1 prefix, the end of the number.
  ///
  /// `source` is the photo's name as typed, `-` for standard input; `number` is which of the photo's codes it is, from
  /// 1, `nil` for the only one; `year` decides the century of dates in codes.
  init(
    for barcode: Barcode, from source: String, number: Int?, among cards: [Card], year: Int
  ) {
    // Of a code that was read in part, even the digits that are there may belong to another card.
    let similar = barcode.isPartial ? nil : SimilarCard.find(for: barcode, among: cards)
    let prefix = PrefixMeaning(barcode)
    let file = FileNaming.name(in: source).map { $0 + (number.map { " \($0)" } ?? "") }
    let ending = barcode.text.filter { $0.isLetter || $0.isNumber }.suffix(4)
    name =
      file ?? WebHost.name(in: barcode) ?? similar?.name ?? prefix?.name
      ?? (ending.isEmpty || barcode.isPartial || barcode.text.count < 12
        ? "Card" : "Card \(ending)")
    tags = similar?.tags ?? []
    kind = prefix?.kind ?? similar?.kind ?? Self.kind(of: barcode)
    expires = ElementString(barcode, year: year)?.expiry
  }

  /// A boarding pass begins with M and the number of its legs (IATA Resolution 792, Bar Coded Boarding Pass).
  private static func kind(of barcode: Barcode) -> CardKind {
    let isMatrix = [Symbology.pdf417, .aztec, .qrCode].contains(barcode.symbology)
    let isPass = barcode.text.count >= 60 && barcode.text.hasPrefix("M1")
    return isMatrix && isPass ? .ticket : .loyalty
  }
}

extension Card {
  /// Names a card after its code, until the person who typed that types a name.
  ///
  /// - Parameters:
  ///   - cards: The cards in the vault.
  ///   - today: Today's date.
  package mutating func suggestName(among cards: [Card], today: CalendarDate) {
    guard let code = codes.first else { return }
    name =
      DraftSuggestion(for: code, from: "-", number: nil, among: cards, year: today.year).name
  }
}

/// Names of photo files: some were given by a person, most by a camera.
enum FileNaming {
  /// What cameras, phones, messengers and scanners begin names with (DCF, JEITA CP-3461, names 4 letters and 4 digits;
  /// the others as their programs write them), in lower case.
  private static let cameraWords: Set = [
    "img", "image", "images", "dsc", "dscn", "dscf", "pict", "pxl", "mvimg", "gopr", "photo",
    "photos", "picture", "pic",
    "foto", "scan", "scanned", "scanner", "document", "doc", "screenshot", "screen", "shot",
    "whatsapp", "wa", "signal",
    "telegram", "snapchat", "camera", "cam", "capture", "untitled", "unknown", "download",
    "attachment", "file", "page",
    "jpg", "jpeg", "png", "heic", "edited", "copy", "at", "cardvault", "card",
  ]

  /// The name that a person gave a file, without its folder and ending, as `CardText` accepts it; `nil` if a camera or
  /// program gave it.
  static func name(in source: String) -> String? {
    guard source != "-", let file = source.split(separator: "/").last else { return nil }
    let stem = file.split(separator: ".").dropLast().joined(separator: ".")
    let words = (stem.isEmpty ? String(file) : stem).replacing("\u{FFFD}", with: "")
      .split { "-_ .,()[]".contains($0) }
    let name = String(words.joined(separator: " ").prefix(CardLimits.name - 8))
    return words.contains(where: isOfPerson) ? name : nil
  }

  /// Whether a person wrote a word: it has letters, and is neither a camera's nor a number with letters in it.
  private static func isOfPerson(_ word: Substring) -> Bool {
    let letters = word.filter(\.isLetter)
    guard letters.count >= 2, letters.count > word.count / 2 else { return false }
    // IMG1234, WA0012, DSC01234: letters in front of digits.
    let front = word.prefix(while: \.isLetter).lowercased()
    if cameraWords.contains(front) { return false }
    // Identifiers: 8 or more hexadecimal digits.
    return !(word.count >= 8 && word.allSatisfy { $0.isHexDigit })
  }
}

/// The host of a web address in a code, as the name of the shop or club that issued the card.
enum WebHost {
  /// Hosts that shorten or make addresses for anybody.
  private static let sharedHosts: Set = [
    "bit", "tinyurl", "goo", "qrco", "qr", "t", "ow", "is", "rebrand", "cutt", "linktr", "me",
    "google", "apple", "localhost",
  ]
  /// Second parts of country domains, in front of which the name is: `tesco.co.uk`.
  private static let seconds: Set = ["co", "com", "org", "net", "gov", "ac", "gv", "or", "ne"]

  /// Whether a text is a web address with its scheme, or without one as people write it.
  static func isAddress(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return ["https://", "http://", "www."].contains {
      lowered.hasPrefix($0) && text.count > $0.count
    }
  }

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
    guard let name = parts.last, name.count >= 2, !sharedHosts.contains(String(name)) else {
      return nil
    }
    let words = name.prefix(64).split(separator: "-").map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// A card whose number begins like a new one's: most likely of the same shop.
enum SimilarCard {
  /// How many leading characters must be equal: issuers share this many in EAN-13 (a GS1 company prefix has 4 to 12
  /// digits, GS1 General Specifications 1.4.2) and in payment-like numbers (8 digits, ISO/IEC 7812-1).
  private static let minLength = 6

  /// The card with the longest equal beginning; `nil` where none has enough.
  static func find(for barcode: Barcode, among cards: [Card]) -> Card? {
    var best: (card: Card, count: Int)?
    for card in cards where !card.isDraft {
      for code in card.codes
      where code.symbology == barcode.symbology && code.bytes.count == barcode.bytes.count {
        let count = zip(code.bytes, barcode.bytes).prefix { $0 == $1 }.count
        guard count >= max(minLength, barcode.bytes.count / 2), count > best?.count ?? 0 else {
          continue
        }
        best = (card, count)
      }
    }
    return best?.card
  }
}

/// What the first three digits of an EAN-13 mean (GS1 General Specifications, section 1.4.2; GS1's table of prefixes).
struct PrefixMeaning {
  let name: String
  let kind: CardKind

  private static let meanings: [(range: ClosedRange<Int>, name: String, kind: CardKind)] = [
    (977...977, "Periodical", .other), (978...979, "Book", .book),
    (980...980, "Refund receipt", .coupon),
    (981...984, "Coupon", .coupon), (990...999, "Coupon", .coupon),
  ]

  /// Looks a code up; `nil` if its prefix has no known meaning.
  init?(_ barcode: Barcode) {
    let digits = barcode.canonicalText
    guard barcode.symbology == .ean13, let prefix = Int(digits.prefix(3)),
      let found = Self.meanings.first(where: { $0.range.contains(prefix) }),
      found.kind != .book || BookNumber.isbn13(statedBy: barcode) != nil
    else { return nil }
    (name, kind) = (found.name, found.kind)
  }
}

extension Barcode {
  /// The digits as they are printed.
  fileprivate var canonicalText: String { String(decoding: bytes, as: UTF8.self) }
}
