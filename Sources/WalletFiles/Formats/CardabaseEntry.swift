internal import Cards

/// One card of Cardabase, from its JSON or a line of its older text.
struct CardabaseEntry {
  /// The names of its enumeration that differ from ours by more than a `Code` in front.
  private static let otherNames = ["codeitf14": "ITF", "codeitf16": "ITF", "codeisbn": "EAN-13"]

  /// What Cardabase calls the card; empty where it does not tell.
  var id = ""
  /// Its name.
  var name = ""
  /// The content of its code.
  var data = ""
  /// The name of its symbology, as `CodeEAN13`, `BarcodeType.QrCode` or `CardType.ean13`.
  var type = ""
  /// Its points, as they are written.
  var points = ""
  /// Its note.
  var note = ""

  /// Reads the card.
  ///
  /// - Returns: It, with its name, code, note and points.
  /// - Throws: Why it is none.
  func card() throws(UnreadableEntry) -> ForeignCard {
    let name = PlainText.trimmed(name)
    guard !name.isEmpty else { throw UnreadableEntry(reason: .noName) }
    guard !data.isEmpty else { throw UnreadableEntry(reason: .noNumber) }
    let mark = id.isEmpty ? EntryMark.of(name: name, number: data) : id
    var card = ForeignCard(source: .cardabase, sourceID: mark, name: name)
    // Its library draws two-dimensional codes in UTF-8, and the others only in ASCII.
    guard WrittenCode.add(data, as: symbology, in: "UTF-8", to: &card) else {
      throw UnreadableEntry(reason: .codeTooLong)
    }
    card.note = note
    addPoints(to: &card)
    return card
  }

  private var symbology: String {
    let word = type.split(separator: ".").last.map(String.init) ?? ""
    if let other = Self.otherNames[word.lowercased()] { return other }
    let rest = word.dropFirst("Code".count)
    let isPrefixed = word.lowercased().hasPrefix("code") && rest.first?.isLetter == true
    return isPrefixed ? String(rest) : word
  }

  /// Cardabase counts points from 0, which it writes where nobody entered any.
  private func addPoints(to card: inout ForeignCard) {
    if points.isEmpty || points == "0" { return }
    card.balance = WrittenAmount.balance(ofNumber: points, in: .points)
    if card.balance == nil { card.keep(points, inNoteAs: "Balance", .unclearBalance) }
  }
}
