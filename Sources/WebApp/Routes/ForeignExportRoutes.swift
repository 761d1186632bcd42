internal import Cards
internal import Drawing
internal import FoundationEssentials
internal import VaultStore
internal import Wallet

/// Exports cards as a file that other programs read; it is not sealed.
struct ForeignExportRoutes: Sendable {
  private let cards: CardRoutes
  /// Each is in memory as a whole until it is sent.
  private let turns = Turns(
    atOnce: 2, maxWaiting: 2,
    orElse: Failure(
      "nothing was written", because: "other exports are running", try: "export again in a moment",
      status: .inUse))

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) { calls.post("export-to", export) }

  private struct Exporting: Decodable {
    let form: String
    var cards: [String]?
    var password: String?
  }

  /// What a file contains, and what not.
  struct Label: Encodable, Sendable {
    let name: String
    let words: String
    /// Who can read it.
    let warning: String
    /// What it does not hold, card by card.
    let leftOut: [String]
    /// Why something that the format supports is missing.
    let problem: ErrorAnswer?
    /// The QR code of a link, if it is not too long for one.
    let symbol: SymbolReport?
  }

  /// `export-to`: a line of JSON about a file, a line feed, then the file.
  func export(_ call: Call) async throws -> Answer {
    let request = try call.json(Exporting.self)
    let password = request.password ?? ""
    guard let form = ExportForm(rawValue: request.form), password.isEmpty || form == .catima else {
      throw DecodingError.malformed("no such form, or it has no password")
    }
    let vault = try await cards.holder.vault()
    let chosen =
      if let ids = request.cards {
        try await cards.cards(ids, in: vault)
      } else {
        await vault.cards
      }
    let made = try await turns.run {
      try await ForeignExport(
        of: chosen, in: vault, as: form,
        .init(
          today: .today(), now: Vault.wallClock(),
          password: password.isEmpty ? nil : Array(password.utf8),
          onMissing: { _ in }))
    }
    let contents = Label(
      name: try Self.name(of: made, as: form), words: made.words,
      warning: made.warning(isEncrypted: !password.isEmpty), leftOut: made.leftOutLines,
      problem: made.failure.flatMap { ErrorAnswer(explaining: $0) },
      symbol: form == .link ? Self.symbol(of: made.linkCode) : nil)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var body = Array(try encoder.encode(contents))
    body.append(UInt8(ascii: "\n"))
    body += made.bytes
    return .file(body, type: "application/octet-stream")
  }

  private static func name(of made: ForeignExport, as form: ExportForm) throws -> String {
    let ending =
      switch form {
      case .catima: "zip"
      case .csv: "csv"
      case .json: "json"
      case .ics: "ics"
      case .pass: made.cards.count == 1 ? "pkpass" : "pkpasses"
      case .link: "txt"
      }
    return "cards-\(try CalendarDate.today()).\(ending)"
  }

  private static func symbol(of code: Barcode) -> SymbolReport? {
    do throws(DrawingError) {
      return SymbolReport(try DrawnSymbol(code))
    } catch {
      return nil
    }
  }
}
