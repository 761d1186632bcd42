internal import Cards
internal import FoundationEssentials
internal import VaultStore
internal import WalletFiles

/// Cards as our own JSON: an array of what `show --as json` writes, with PINs and photos.
struct ExportedCards {
  /// The file.
  let text: String
  /// Its photos.
  let photos: ExportedPhotos

  /// Writes cards; photos are in it as far as `import` reads so large a file.
  init(_ cards: [Card], of vault: Vault, today: CalendarDate) async throws {
    let duplicates = await vault.duplicateIDs
    let conflicts = await vault.conflictCounts
    func line(_ card: Card, _ photos: [PhotoReport]) -> String {
      Self.line(
        CardReport(
          exporting: card, today: today, conflicts: conflicts[card.id] ?? 0,
          duplicates: duplicates[card.id] ?? [], photos: photos))
    }
    let bare = cards.reduce(0) { $0 + line($1, []).utf8.count + 2 }
    // Base64 makes four bytes of three (RFC 4648, 4); the words around a photo are fewer than 100.
    photos = try await ExportedPhotos(
      of: cards, in: vault, room: ForeignFile.maximumTextByteCount - bare
    ) { 100 + ($0 + 2) / 3 * 4 }
    let files = Dictionary(grouping: photos.chosen, by: \.card)
    let lines = cards.map { card in
      line(card, (files[card.id] ?? []).map { PhotoReport($0.file, showing: $0.side) })
    }
    text = lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }

  private static func line(_ report: CardReport) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(report) else {
      preconditionFailure("a report holds only numbers, words, lists and finite values")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
