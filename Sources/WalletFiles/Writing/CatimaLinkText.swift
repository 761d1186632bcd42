package import Cards

/// A card as the link with which Catima shares it.
package enum CatimaLinkText {
  /// What a link does not tell, though a table does.
  private static let untold: Set<CardDetail> = [.tags, .favourite, .archived, .lastUsed]

  /// Writes a link.
  ///
  /// The fragment, which browsers send to no server, is encoded once more as a whole (Catima,
  /// docs/CARD_SHARING_URL_FORMAT.md).
  ///
  /// - Returns: The link, or no text if the card has neither a name nor a number.
  package static func writing(_ card: Card) -> ForeignWriting {
    var writing = ForeignWriting()
    guard let values = CatimaValues(card) else {
      writing.absent = [card.name]
      return writing
    }
    let columns = CatimaColumn.ofLink
    let told = columns.all.filter { columns.needed.contains($0) || !values[$0].isEmpty }
    let pairs = told.map {
      "\($0.rawValue)=\(PercentEncoding.text(of: values[$0], spaceAsPlus: true))"
    }
    writing.text =
      "https://\(CatimaLink.currentPlace)#"
      + PercentEncoding.text(of: pairs.joined(separator: "&"), spaceAsPlus: false)
    writing.add(card, without: values.leftOut + card.details.filter(untold.contains))
    return writing
  }
}
