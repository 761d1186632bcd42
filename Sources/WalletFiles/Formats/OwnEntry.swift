internal import Cards

/// One card of ours, from the JSON or the table that `export` writes.
struct OwnEntry {
  private let value: (OwnColumn) -> String
  /// The card as far as it was read.
  private(set) var card: ForeignCard

  /// Reads all fields but the codes, tags and photos.
  ///
  /// - Parameters:
  ///   - name: The card's name.
  ///   - value: Returns the text of a field, which means true if it is `OwnColumn.yes`; empty if there is none.
  /// - Throws: Why it is no card.
  init(name: String, _ value: @escaping (OwnColumn) -> String) throws(UnreadableEntry) {
    guard !name.isEmpty else { throw UnreadableEntry(reason: .noName) }
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

  /// Adds a code.
  ///
  /// - Parameters:
  ///   - kind: The name of its symbology.
  ///   - text: What people read.
  ///   - written: Its bytes as hexadecimal digits; empty if they are the UTF-8 of the text.
  ///   - traits: Its other properties.
  /// - Throws: Why the card is none.
  mutating func addCode(
    _ kind: String, text: String, bytes written: String, _ traits: SymbolTraits
  ) throws(UnreadableEntry) {
    guard let symbology = Symbology(name: kind) else {
      guard WrittenCode.addUnknown(text, as: kind, to: &card) else {
        throw UnreadableEntry(reason: .codeTooLong)
      }
      return
    }
    guard let bytes = written.isEmpty ? Array(text.utf8) : [UInt8](hexadecimal: written) else {
      throw UnreadableEntry(reason: .notACard)
    }
    if bytes.isEmpty { throw UnreadableEntry(reason: .noNumber) }
    if bytes.count > Barcode.maximumByteCount { throw UnreadableEntry(reason: .codeTooLong) }
    let code = Barcode(symbology: symbology, bytes: bytes, text: text, traits: traits)
    // Its digits are not those of an add-on, for example.
    guard WrittenCode.add(code, to: &card) else { throw UnreadableEntry(reason: .notACard) }
  }

  private mutating func addBalance() {
    let (text, stated) = (value(.balance), value(.currency))
    if text.isEmpty { return }
    let currency = WrittenValue.currency(stated)
    // Only a spreadsheet writes a comma: where it stands for a point, or for thousands.
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

  /// A field's value; one that cannot be read is left out by name.
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
