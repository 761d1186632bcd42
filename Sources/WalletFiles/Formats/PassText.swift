package import Cards

/// A card as the `pass.json` of a pass (Apple, PassKit Package Format).
package enum PassText {
  /// The maker of a pass; a signature is valid only if its certificate names the same.
  package struct Issuer: Sendable, Hashable {
    /// The pass type identifier, such as `pass.org.example`.
    package let passType: String
    /// The certificate's team identifier, ten characters.
    package let team: String

    /// The maker of an unsigned pass.
    package static let unsigned = Issuer(passType: "pass.cardvault", team: "0000000000")

    /// Names a maker.
    package init(passType: String, team: String) {
      self.passType = passType
      self.team = team
    }
  }

  private static let held: Set<CardDetail> = [
    .number, .holder, .webAddress, .note, .validFrom, .expires, .balance, .colour,
  ]
  /// The styles of passes by the card's kind, which reading restores.
  private static let styles: [CardKind: String] = [
    .loyalty: "storeCard", .coupon: "coupon", .ticket: "eventTicket", .other: "generic",
  ]
  /// The longest text below a matrix code, since people would have to type it.
  private static let longestPrinted = 40

  /// Writes a pass.
  ///
  /// - Returns: The text of its `pass.json`.
  package static func writing(_ card: Card, by issuer: Issuer = .unsigned) -> ForeignWriting {
    var lost = card.details.filter { !held.contains($0) && $0 != .kind }
    if styles[card.kind] == nil { lost.append(.kind) }
    let name = card.name.isEmpty ? card.id.description : card.name
    var pass: [String: JSONValue] = [
      "formatVersion": .number("1"), "passTypeIdentifier": .string(issuer.passType),
      "teamIdentifier": .string(issuer.team), "serialNumber": .string(card.id.description),
      "organizationName": .string(name), "description": .string(name), "logoText": .string(name),
    ]
    var number = card.printedNumber
    if let code = card.codes.first {
      let barcodes = PassBarcodes(code, printed: printed(card, code))
      lost += barcodes.leftOut
      if !barcodes.all.isEmpty { pass["barcodes"] = .array(barcodes.all) }
      pass["barcode"] = barcodes.older
      number = barcodes.all.isEmpty ? (number.isEmpty ? code.text : number) : ""
    }
    let begins = card.validFrom.map {
      JSONValue.string(LocalDay.text(of: $0, hour: 0, minute: 0, second: 0))
    }
    // Only for events: a phone would suggest other passes on that day.
    let isEvent = card.kind == .ticket
    if isEvent { pass["relevantDate"] = begins }
    pass["expirationDate"] = card.expires.map {
      .string(LocalDay.text(of: $0, hour: 23, minute: 59, second: 59))
    }
    if let colour = card.colour {
      pass["backgroundColor"] = .string(rgb(colour))
      let ink = rgb(isLight(colour) ? 0 : 0xFF_FFFF)
      pass["foregroundColor"] = .string(ink)
      pass["labelColor"] = .string(ink)
    }
    pass[styles[card.kind] ?? "storeCard"] = fields(
      of: card, number: number, from: isEvent ? nil : begins)
    var writing = ForeignWriting()
    writing.text = JSONValue.object(pass).written + "\n"
    writing.add(card, without: lost)
    return writing
  }

  /// The text below the code: the number on the card, or what a person can type instead of scanning.
  private static func printed(_ card: Card, _ code: Barcode) -> String {
    if !card.printedNumber.isEmpty { return card.printedNumber }
    let isTypable = code.text.count <= longestPrinted && code.text.printable == code.text
    return isTypable ? code.text : ""
  }

  private static func fields(of card: Card, number: String, from begins: JSONValue?) -> JSONValue {
    var groups: [String: JSONValue] = [:]
    func put(_ key: String, _ label: String, _ value: JSONValue, in group: String) {
      var field: [String: JSONValue] = ["key": .string(key), "value": value]
      if !label.isEmpty { field["label"] = .string(label) }
      groups[group] = .array((groups[group]?.elements ?? []) + [.object(field)])
    }
    if let balance = card.balance {
      let amount = JSONValue.number(DecimalAmount.text(balance.thousandths))
      if balance.currency.isEmpty {
        put("points", "Points", amount, in: "primaryFields")
      } else {
        groups["primaryFields"] = .array([
          .object([
            "key": .string("balance"), "label": .string("Balance"), "value": amount,
            "currencyCode": .string(balance.currency),
          ])
        ])
      }
    }
    if !card.holder.isEmpty { put("member", "Name", .string(card.holder), in: "secondaryFields") }
    if !number.isEmpty { put("cardNumber", "Number", .string(number), in: "auxiliaryFields") }
    if let begins {
      groups["backFields"] = .array([
        .object([
          "key": .string(PassEntry.validFromKey), "label": .string("Valid from"), "value": begins,
          "dateStyle": .string("PKDateStyleMedium"), "timeStyle": .string(PassEntry.noStyle),
          "ignoresTimeZone": .bool(true),
        ])
      ])
    }
    if !card.webAddress.isEmpty { put("web", "Web", .string(card.webAddress), in: "backFields") }
    if !card.note.isEmpty { put("note", "", .string(card.note), in: "backFields") }
    return .object(groups)
  }

  private static func rgb(_ colour: UInt32) -> String {
    "rgb(\(colour >> 16 & 0xFF), \(colour >> 8 & 0xFF), \(colour & 0xFF))"
  }

  /// Whether black text is more legible on it than white, by its luma (ITU-R BT.601, 2.5.1).
  private static func isLight(_ colour: UInt32) -> Bool {
    299 * (colour >> 16 & 0xFF) + 587 * (colour >> 8 & 0xFF) + 114 * (colour & 0xFF) > 140_000
  }
}

/// A code as a pass's barcodes: its own format first, then one that older systems draw.
///
/// A wallet draws the first that it knows (PassKit, `Pass.barcodes`).
struct PassBarcodes {
  /// A barcode format, and a prefix for the message.
  private struct Format {
    let name: String
    var prefix = ""
  }

  /// QR, PDF417, Aztec and Code 128, which every system draws (PassKit, `Pass.Barcodes.format`), then those of iOS from 27,
  /// KPkPass and FossWallet.
  private static let formats: [Symbology: Format] = [
    .qrCode: Format(name: "QR"), .microQRCode: Format(name: "QR"), .rmqrCode: Format(name: "QR"),
    .pdf417: Format(name: "PDF417"), .compactPDF417: Format(name: "PDF417"),
    .microPDF417: Format(name: "PDF417"), .aztec: Format(name: "Aztec"),
    .code128: Format(name: "Code128"), .ean13: Format(name: "EAN13"),
    // UPC-A has the same bars as an EAN-13 that begins with 0 (GS1 General Specifications, 5.2.2).
    .upcA: Format(name: "EAN13", prefix: "0"), .code39: Format(name: "Code39"),
    .code93: Format(name: "Code93"), .codabar: Format(name: "Codabar"), .itf: Format(name: "I2of5"),
  ]
  /// Formats from which scanners pass on the same content; not for Codabar, UPC-E and GS1 DataBar, where they usually drop or
  /// add something.
  private static let fallbacks: [Symbology: String] = [
    .ean13: "Code128", .ean8: "Code128", .upcA: "Code128", .code39: "Code128",
    .code93: "Code128", .itf: "Code128", .dataMatrix: "QR",
  ]
  /// The formats of the older key `barcode`.
  private static let olderFormats = ["QR", "PDF417", "Aztec"]
  private static let prefix = "PKBarcodeFormat"

  /// The value of `barcodes`.
  private(set) var all: [JSONValue] = []
  /// The value of the older `barcode`; `nil` if none fits there.
  private(set) var older: JSONValue?
  /// What a pass cannot show of the code.
  private(set) var leftOut: [CardDetail] = []

  /// Finds the barcodes of a code with a printed text below it, which may be empty.
  init(_ code: Barcode, printed: String) {
    let native = Self.formats[code.symbology]
    // A pass cannot state GS1 or a part of a code, which would change what scanners pass on.
    guard !code.isPartial, !code.traits.gs1, code.traits.part == nil, let text = EncodedText(code),
      native != nil || Self.fallbacks[code.symbology] != nil
    else {
      leftOut = [.barcode]
      return
    }
    let encoding = text.charset.isEmpty ? "iso-8859-1" : text.charset.lowercased()
    if let native {
      add(native.name, native.prefix + text.text, encoding, printed)
    }
    if let fallback = Self.fallbacks[code.symbology] {
      add(fallback, text.text, encoding, printed)
    }
    older = all.first { barcode in
      Self.olderFormats.contains { barcode["format"].text == Self.prefix + $0 }
    }
    let isSame =
      native != nil
      && ![.microQRCode, .rmqrCode, .compactPDF417, .microPDF417]
        .contains(code.symbology)
    if !isSame { leftOut.append(.symbology) }
    if text.losesCharset { leftOut.append(.symbolMarks) }
  }

  private mutating func add(
    _ format: String, _ message: String, _ encoding: String, _ printed: String
  ) {
    var barcode: [String: JSONValue] = [
      "format": .string(Self.prefix + format), "message": .string(message),
      "messageEncoding": .string(encoding),
    ]
    if !printed.isEmpty { barcode["altText"] = .string(printed) }
    all.append(.object(barcode))
  }
}
