internal import Cards
internal import Drawing
internal import VaultStore
internal import Wallet

/// Helps a person who types a card.
struct TypingRoutes: Sendable {
  private let cards: CardRoutes

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.post("check", check)
    calls.get("kinds", kinds)
    calls.post("complete-tags", completeTags)
    calls.post("distinct-tags", distinctTags)
  }

  private struct Query: Decodable {
    let code: String
    var symbology: String?
    var replacing: String?
  }

  private struct Checked: Encodable, Sendable {
    /// What was worked out from what was typed.
    let notes: [String]
    let symbol: SymbolReport
    /// The other card that has it.
    let takenBy: CardReport?
  }

  /// `check`: what a code means and looks like while it is being typed.
  func check(_ call: Call) async throws -> Answer {
    let query = try call.json(Query.self)
    let vault = try await cards.holder.vault()
    var replaced: Card?
    if let id = query.replacing { replaced = try await cards.card(id, in: vault) }
    let old = replaced.flatMap { card in
      card.codes.isEmpty ? nil : card.codes[card.indexOfCodeToType]
    }
    let moment = await CardMoment(of: vault, on: try .today())
    let (barcode, notes) = try TypedCode.code(
      query.code, symbologyName: query.symbology, replacing: old,
      today: moment.today)
    let symbol = SymbolReport(try DrawnSymbol(barcode))
    let other = await vault.card(with: barcode, otherThan: replaced?.id)
    let checked = Checked(
      notes: notes.map(\.words), symbol: symbol, takenBy: other.map { CardReport($0, moment) })
    return .json(PageValue(CodeReport(barcode, today: moment.today), beside: checked))
  }

  private struct Kinds: Encodable, Sendable {
    struct Colour: Encodable, Sendable {
      let name: String
      let value: String
    }

    let symbologies: [String]
    let kinds: [String]
    let colours: [Colour]
  }

  /// Colours to choose from: muted, so that they suit those of cards without one.
  private static let suggestedColours: [(name: String, rgb: UInt32)] = [
    ("black", 0x26282B), ("grey", 0x6E7378), ("white", 0xF2EFE8), ("red", 0x9E3B38),
    ("orange", 0xB5642C), ("yellow", 0xC9A13B), ("green", 0x3D7050), ("blue", 0x2F5C8A),
    ("purple", 0x6A4A86), ("pink", 0xC78A99), ("brown", 0x74513C),
  ]

  private struct Completing: Decodable {
    /// The tags so far; `typed` is the beginning of the next one.
    let tags: [String]
    let typed: String
  }

  /// `complete-tags`: the tags in use that begin as typed, as on the command line.
  func completeTags(_ call: Call) async throws -> Answer {
    let request = try call.json(Completing.self)
    let used = UsedTags(of: try await cards.holder.vault().cards)
    let found = used.completions(of: (request.tags + [request.typed]).joined(separator: ","))
    return .json(["tags": found.map { String($0.split(separator: ",").last ?? "") }])
  }

  private struct Tags: Decodable { let tags: [String] }

  /// `distinct-tags`: the tags without those that differ only in spelling, as a card has them.
  func distinctTags(_ call: Call) async throws -> Answer {
    let request = try call.json(Tags.self)
    _ = try await cards.holder.vault()
    return .json(["tags": Folding.distinct(request.tags)])
  }

  /// `kinds`: what can be chosen for a card's fields.
  func kinds(_ call: Call) async throws -> Answer {
    _ = try await cards.holder.vault()
    return .json(
      Kinds(
        symbologies: Symbology.allCases.map(\.name), kinds: CardKind.allCases.map(\.name),
        colours: Self.suggestedColours.map {
          Kinds.Colour(name: $0.name, value: ColourText.text(of: $0.rgb))
        }))
  }
}
