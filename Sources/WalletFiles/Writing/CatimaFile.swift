package import Cards

/// The table of a Catima export, version 2, and the names of the pictures beside it.
package enum CatimaFile {
  /// The table's name in the archive.
  package static let tableName = "catima.csv"

  /// Writes cards, with tags as groups; they are counted from 1.
  ///
  /// - Returns: The table. Absent are cards with neither a name nor a number, as Catima refuses a file with such a card.
  package static func writing(_ cards: [Card]) -> ForeignWriting {
    var writing = ForeignWriting()
    var (rows, links) = ("", "")
    var groups: Set<String> = []
    for card in cards {
      guard let values = CatimaValues(card) else {
        writing.absent.append(card.name)
        continue
      }
      writing.add(card, without: values.leftOut)
      let number = String(writing.cards.count)
      rows += SeparatedText.line(
        CatimaColumn.allCases.map { $0 == .id ? number : values[$0] })
      for tag in card.tags {
        groups.insert(tag)
        links += SeparatedText.line([number, tag])
      }
    }
    let names = groups.sorted().map { SeparatedText.line([$0]) }.joined()
    let header = SeparatedText.line(CatimaColumn.allCases.map(\.rawValue))
    writing.text =
      "2\r\n\r\n_id\r\n\(names)\r\n\(header)\(rows)\r\ncardId,groupId\r\n\(links)"
    return writing
  }

  /// The name of a card's picture in the archive; `nil` if Catima has no place for this side.
  ///
  /// - Parameters:
  ///   - place: The card's place in `ForeignWriting.cards`, from 0.
  ///   - side: What the picture shows.
  /// - Returns: The name.
  package static func pictureName(ofCardAt place: Int, _ side: CardPhoto.Side) -> String? {
    switch side {
    case .front, .back: "card_\(place + 1)_\(side.name).png"
    case .other: nil
    }
  }

  /// Whether a code of a card comes back from the table as this other one, which may only be its content in another form:
  /// Catima has neither all kinds of barcodes nor add-ons.
  ///
  /// - Parameters:
  ///   - code: The card's code.
  ///   - other: The code that was read.
  /// - Returns: Whether it does.
  package static func holds(_ code: Barcode, as other: Barcode) -> Bool {
    CatimaSymbology(code.symbology)?.symbology == other.symbology && code.bytes == other.bytes
      && other.traits.addOn == nil
  }
}
