internal import Cards
internal import VaultStore
internal import Wallet

/// The log of the vault, and the way back and forward in it.
struct LogRoutes: Sendable {
  private let cards: CardRoutes

  /// As many as a person looks through.
  private static let maxChanges = 50

  init(holder: VaultHolder) { cards = CardRoutes(holder: holder) }

  /// Adds its calls.
  func add(to calls: CallGroup) {
    calls.get("log", log)
    calls.save("undo", undo)
    calls.save("redo", redo)
  }

  private struct Asking: Decodable { var all: Bool? }

  /// The log as a page shows it.
  struct Log: Encodable, Sendable {
    /// The oldest first.
    let changes: [ChangeLogReport]
    /// How many older ones there are.
    let older: Int
    /// What undo would undo now, and what redo would make again; absent for nothing.
    let undo: ChangeLogReport?
    let redo: ChangeLogReport?
  }

  /// `log`: the last changes of the vault, or all of them.
  func log(_ call: Call) async throws -> Answer {
    let isAll = try call.json(Asking.self).all ?? false
    let vault = try await cards.holder.vault()
    let log = await vault.changeLog
    let shown = isAll ? log[...] : log.suffix(Self.maxChanges)
    return .json(
      Log(
        changes: shown.map { ChangeLogReport($0) }, older: log.count - shown.count,
        undo: (try? await vault.next(.last(of: nil))).map { ChangeLogReport($0) },
        redo: (try? await vault.next(.redo)).map { ChangeLogReport($0) }))
  }

  private struct Step: Decodable {
    /// The stamp of the vault that a person saw; without it, whatever was last.
    var stamp: String?
    /// The card whose last change is meant, from any device; without it, this device's last change.
    var id: String?
    /// The id of the change in the log; without it, the last one.
    var change: String?
  }

  /// `undo`: undoes a change of the log, the last change of a card, or the last one that this device made.
  func undo(_ call: Call) async throws -> Answer {
    let request = try call.json(Step.self)
    let vault = try await vault(seenAs: request)
    if let digits = request.change {
      guard let change = await vault.change(digits) else { throw Failure(noChange: digits) }
      return .json(try await vault.reported(.change(change)))
    }
    var chosen: Card?
    if let id = request.id { chosen = try await cards.cardOrRemoved(id, in: vault) }
    return .json(try await vault.reported(.last(of: chosen?.id)))
  }

  /// `redo`: takes this device's last undo back.
  func redo(_ call: Call) async throws -> Answer {
    let vault = try await vault(seenAs: call.json(Step.self))
    return .json(try await vault.reported(.redo))
  }

  /// The vault, if it is as a person saw it.
  private func vault(seenAs request: Step) async throws -> Vault {
    let vault = try await cards.holder.vault()
    if let seen = request.stamp, seen != (await cards.holder.stamp) {
      throw WalletError.changedBeforeUndo
    }
    return vault
  }
}
