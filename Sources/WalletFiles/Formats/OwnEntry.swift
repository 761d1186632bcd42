internal import Cards

/// A card from our own JSON or table.
struct OwnEntry {
  private let value: (OwnColumn) -> String
  /// The card as far as it was read.
  private(set) var card: ForeignCard

  /// Reads all fields except codes, tags and photos.
  ///
  /// `value` returns the text of a field, `OwnColumn.yes` for true, and an empty text if there is none.
  init(name: String, _ value: @escaping (OwnColumn) -> String) throws(UnreadableEntry) {
    guard !name.isEmpty else { throw .noName }
    self.value = value
    card = ForeignCard(source: .cardvault, sourceID: value(.id), name: name)
    card.number = value(.number)
    card.holder = value(.holder)
    card.pin = value(.pin)
    card.webAddress = value(.webAddress)
    card.note = value(.note)
    card.validFrom = card.day(value(.validFrom), inNoteAs: "Valid from", read: WrittenValue.day)
    card.expires = card.day(value(.expires), inNoteAs: "Expires", read: WrittenValue.day)
    addBalance()
    card.colour = read(.colour, WrittenValue.colour)
    card.kind = read(.kind) { CardKind(name: $0) }
    card.isFavourite = value(.favourite) == OwnColumn.yes
    card.isArchived = value(.archived) == OwnColumn.yes
    card.isOneTime = value(.oneTime) == OwnColumn.yes
    card.usedAt = read(.usedAt) { Timestamp($0) }
    card.lastUsed = read(.lastUsed) { Timestamp($0) }
    if value(.draft) == OwnColumn.doubtful { card.doubts.append(.hardToRead) }
  }

  /// Adds a code; its bytes are in hexadecimal, or empty if they are the text in UTF-8.
  mutating func addCode(
    _ kind: String, text: String, bytes written: String, _ traits: SymbolTraits
  ) throws(UnreadableEntry) {
    guard let symbology = Symbology(name: kind) else {
      guard WrittenCode.addUnknown(text, as: kind, to: &card) else {
        throw .codeTooLong
      }
      return
    }
    guard let bytes = written.isEmpty ? Array(text.utf8) : [UInt8](hexadecimal: written) else {
      throw .notACard
    }
    if bytes.isEmpty { throw .noNumber }
    if bytes.count > Barcode.maxByteCount { throw .codeTooLong }
    let code = Barcode(symbology: symbology, bytes: bytes, text: text, traits: traits)
    // The digits of its add-on may be wrong, for example.
    guard WrittenCode.add(code, to: &card) else { throw .notACard }
  }

  private mutating func addBalance() {
    let (text, stated) = (value(.balance), value(.currency))
    if text.isEmpty { return }
    let currency = WrittenValue.currency(stated)
    // A comma comes from a spreadsheet, as a decimal comma or for thousands.
    if !text.contains(","), let thousandths = WrittenValue.thousandths(text),
      stated.isEmpty ? thousandths % 1_000 == 0 : !currency.isEmpty
    {
      card.balance = Balance(thousandths: thousandths, currency: currency)
      return
    }
    let unit: WrittenAmount.Unit? =
      stated.isEmpty ? .unknown : currency.isEmpty ? nil : .currency(currency)
    WrittenAmount.add(text, in: unit, stated: stated, to: &card)
  }

  /// A field's value; if it cannot be read, its name is added to `leftOut`.
  private mutating func read<Value>(
    _ column: OwnColumn, _ parsed: (String) -> Value?
  ) -> Value? {
    let text = value(column)
    if text.isEmpty { return nil }
    let found = parsed(text)
    if found == nil { card.leftOut.append(column.rawValue) }
    return found
  }
}

/// The columns of our own table in order, with the names from our JSON.
enum OwnColumn: String, CaseIterable {
  case name, symbology, code
  /// The code's bytes in hexadecimal, unless they are its text in UTF-8.
  case bytes
  case addOn, number, tags, validFrom, expires, balance, currency, holder, pin, webAddress, note
  case kind, colour, oneTime, usedAt, lastUsed, favourite, archived, draft, id

  /// Our tables have at least these.
  static let needed: [OwnColumn] = [.name, .symbology, .code, .bytes, .id]
  /// The names of all columns, in lower case.
  static let names = Set(allCases.map { $0.rawValue.lowercased() })
  /// The value that means true.
  static let yes = "yes"
  /// The value that means a draft whose code was hard to read.
  static let doubtful = "doubtful"
}
