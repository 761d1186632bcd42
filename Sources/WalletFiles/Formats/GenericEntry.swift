internal import Cards

/// One card of a table whose columns a person confirmed.
struct GenericEntry {
  /// What people write where a card has no barcode.
  private static let noSymbologies: Set = ["none", "no barcode", "text", "keiner", "aucun", "0"]
  private static let yes: Set = [
    "1", "true", "yes", "y", "x", "✓", "✔", "★", "⭐", "ja", "j", "oui", "si", "sim", "tak", "wahr",
    "vrai",
  ]
  /// What separates tags within a field.
  private static let tagSeparators: Set<Character> = [",", ";", "|"]

  /// In which order the table writes days, where that is certain.
  let dayOrder: WrittenDay.Order?
  /// Returns the value of a field, without white space around it; empty if there is none.
  let value: (TableField) -> String

  /// The card's name; empty if it has none.
  var name: String { value(.name) }

  /// Reads the card.
  ///
  /// - Throws: Why it is none.
  func card() throws(UnreadableEntry) -> ForeignCard {
    guard !name.isEmpty else { throw UnreadableEntry(reason: .noName) }
    let (code, number) = (value(.code), value(.number))
    guard !code.isEmpty || !number.isEmpty else { throw UnreadableEntry(reason: .noNumber) }
    let mark = EntryMark.of(name: name, number: code.isEmpty ? number : code)
    var card = ForeignCard(source: .table, sourceID: mark, name: name)
    try addCode(code, to: &card)
    addNumber(number, besides: code, to: &card)
    card.holder = value(.holder)
    card.pin = value(.pin)
    card.webAddress = value(.web)
    card.note = value(.note)
    card.keepTags(in: value(.tags), separatedBy: Self.tagSeparators)
    let day = { WrittenDay.day($0, in: dayOrder) }
    card.validFrom = card.day(value(.validFrom), inNoteAs: "Valid from", read: day)
    card.expires = card.day(value(.expires), inNoteAs: "Expires", read: day)
    addBalance(to: &card)
    addColour(to: &card)
    card.kind = CardKind(name: value(.kind))
    if card.kind == nil, !value(.kind).isEmpty { card.leftOut.append(TableField.kind.rawValue) }
    card.isFavourite = Self.yes.contains(value(.favourite).lowercased())
    card.isArchived = Self.yes.contains(value(.archived).lowercased())
    return card
  }

  private func addCode(_ code: String, to card: inout ForeignCard) throws(UnreadableEntry) {
    let named = value(.symbology)
    if code.isEmpty || Self.noSymbologies.contains(named.lowercased()) {
      card.number = code
      card.doubts.append(.noCode)
      return
    }
    let guess = named.isEmpty ? GuessedCode(code) : nil
    if let guess { card.doubts.append(.guessedSymbology(guess.symbology)) }
    let isRetail = Symbology(name: named)?.isRetail ?? false
    let text = guess?.text ?? (isRetail ? GuessedCode.bare(code) : code)
    guard WrittenCode.add(text, as: guess?.symbology.name ?? named, in: charset(text), to: &card)
    else { throw UnreadableEntry(reason: .codeTooLong) }
    // A number in groups of digits stays as it is printed.
    if text != code { card.number = code }
  }

  private func addNumber(_ number: String, besides code: String, to card: inout ForeignCard) {
    if number.isEmpty || number == code { return }
    // Without a barcode there is room for one of the two only.
    if card.codes.isEmpty, !code.isEmpty { card.leftOut.append(TableField.code.rawValue) }
    card.number = number
  }

  /// Till scanners read a code's bytes as ISO-8859-1 unless it states otherwise; what does not fit is UTF-8.
  private func charset(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0.value < 0x100 } ? "" : "UTF-8"
  }

  private func addBalance(to card: inout ForeignCard) {
    let text = value(.balance)
    let stated = value(.currency)
    if text.isEmpty { return }
    WrittenAmount.add(text, in: WrittenAmount.unit(named: stated), stated: stated, to: &card)
  }

  private func addColour(to card: inout ForeignCard) {
    let text = value(.colour)
    if text.isEmpty { return }
    card.colour = WrittenValue.colour(text) ?? WrittenValue.colour("#\(text)")
    if card.colour == nil { card.leftOut.append(TableField.colour.rawValue) }
  }
}
