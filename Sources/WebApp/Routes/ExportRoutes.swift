internal import Cards
internal import Sealing
internal import SystemPackage
internal import VaultFormat
internal import VaultStore
internal import Wallet

/// Exports cards as one sealed file.
struct ExportRoutes: Sendable {
  private let cards: CardRoutes
  /// Each takes space in the folder for temporary files until it is sent.
  private let turns = Turns(
    atOnce: 2, maxWaiting: 2,
    orElse: Failure(
      ExportRoutes.refusal, because: "other exports are running", try: "export again in a moment",
      status: .inUse))

  private static let refusal = "no bundle was written"
  /// A page has all of it in memory.
  private static let byteLimit = 512 << 20

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) { calls.post("export", export) }

  private struct Exporting: Decodable {
    var cards: [String]?
    var passphrase: String?
  }

  /// `export`: a sealed bundle of all cards or of some; with a passphrase, for someone else.
  func export(_ call: Call) async throws -> Answer {
    let request = try call.json(Exporting.self)
    let vault = try await cards.holder.vault()
    var ids: [CardID]?
    if let wanted = request.cards { ids = try await cards.cards(wanted, in: vault).map(\.id) }
    let (chosen, passphrase) = (ids, request.passphrase ?? "")
    let name = "cardvault-\(try CalendarDate.today()).bundle"
    let turn = try await turns.turn()
    let folder = try PrivateFolder.make(orElse: Self.refusal)
    let path = folder.path.appending("bundle")
    let summary =
      passphrase.isEmpty
      ? try await Self.export(chosen, of: vault, to: path)
      : try await Self.export(chosen, of: vault, to: path, passphrase: passphrase)
    let file = try SentFile(at: path, turn)
    // The open file remains readable.
    _ = consume folder
    try Self.check(file)
    return .sent(
      file, type: "application/octet-stream", name: name,
      missingPhotos: summary.missingPhotos.count)
  }

  /// Writes saves as they are, for those who have the vault's key.
  private static func export(
    _ ids: [CardID]?, of vault: Vault, to path: FilePath
  ) async throws -> BundleSummary {
    try await vault.export(ids, to: path)
  }

  /// Writes the cards as they are now, for someone else.
  @concurrent
  private static func export(
    _ ids: [CardID]?, of vault: Vault, to path: FilePath, passphrase text: String
  ) async throws -> BundleSummary {
    let typed = Array(text.utf8)
    let passphrase = try VaultError.ofKeys { () throws(SealingError) in
      try Passphrase(typed.span)
    }
    return try await vault.export(ids, to: path, passphrase: passphrase)
  }

  private static func check(_ file: SentFile) throws(Failure) {
    guard file.byteCount <= byteLimit else {
      throw Failure(
        refusal, because: "it has \(file.byteCount >> 20) MB, too many for a browser",
        try: .run("export", "FILE"), status: .unexpected)
    }
  }
}
