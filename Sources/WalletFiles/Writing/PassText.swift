package import Cards

/// A card as the `pass.json` of a pass (Apple, PassKit Package Format).
package enum PassText {
  /// Who makes a pass; a signature counts only if its certificate names the same.
  package struct Issuer: Sendable, Hashable {
    /// The kind of pass, as `pass.org.example`.
    package let passType: String
    /// The team that the certificate belongs to, ten characters.
    package let team: String

    /// The maker of an unsigned pass.
    package static let unsigned = Issuer(passType: "pass.cardvault", team: "0000000000")

    /// Names the maker.
    package init(passType: String, team: String) {
      self.passType = passType
      self.team = team
    }
  }

  private static let held: Set<CardDetail> = [
    .number, .holder, .webAddress, .note, .validFrom, .expires, .balance, .colour,
  ]
  /// The style of a pass by what a card is for; a reader finds these kinds again.
  private static let styles: [CardKind: String] = [
    .loyalty: "storeCard", .coupon: "coupon", .ticket: "eventTicket", .other: "generic",
  ]
  /// The longest text below a matrix code, which people would type.
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
    // An event is relevant on its day; for other passes, it would be when a phone suggests them.
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
    writing.text = JSONText.written(.object(pass)) + "\n"
    writing.add(card, without: lost)
    return writing
  }

  /// The text below the code: the number on the card, or what a person would type instead of scanning.
  private static func printed(_ card: Card, _ code: Barcode) -> String {
    if !card.printedNumber.isEmpty { return card.printedNumber }
    let isTypable = code.text.count <= longestPrinted && code.text.printable == code.text
    return isTypable ? code.text : ""
  }

  private static func fields(of card: Card, number: String, from begins: JSONValue?) -> JSONValue {
    var places: [String: JSONValue] = [:]
    func put(_ key: String, _ label: String, _ value: JSONValue, in place: String) {
      var field: [String: JSONValue] = ["key": .string(key), "value": value]
      if !label.isEmpty { field["label"] = .string(label) }
      places[place] = .array((places[place]?.elements ?? []) + [.object(field)])
    }
    if let balance = card.balance {
      let amount = JSONValue.number(DecimalAmount.text(balance.thousandths))
      if balance.currency.isEmpty {
        put("points", "Points", amount, in: "primaryFields")
      } else {
        places["primaryFields"] = .array([
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
      places["backFields"] = .array([
        .object([
          "key": .string(PassEntry.validFromKey), "label": .string("Valid from"), "value": begins,
          "dateStyle": .string("PKDateStyleMedium"), "timeStyle": .string(PassEntry.noStyle),
          "ignoresTimeZone": .bool(true),
        ])
      ])
    }
    if !card.webAddress.isEmpty { put("web", "Web", .string(card.webAddress), in: "backFields") }
    if !card.note.isEmpty { put("note", "", .string(card.note), in: "backFields") }
    return .object(places)
  }

  private static func rgb(_ colour: UInt32) -> String {
    "rgb(\(colour >> 16 & 0xFF), \(colour >> 8 & 0xFF), \(colour & 0xFF))"
  }

  /// Whether black is easier to read on it than white, by its luma (ITU-R BT.601, 2.5.1).
  private static func isLight(_ colour: UInt32) -> Bool {
    299 * (colour >> 16 & 0xFF) + 587 * (colour >> 8 & 0xFF) + 114 * (colour & 0xFF) > 140_000
  }
}
