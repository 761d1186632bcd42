internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

/// Shows cards on a full screen, one at a time: at the till, arrow keys lead to the other cards.
struct CardPager {
  let vault: Vault
  /// The cards that arrow keys lead to.
  let cards: [Card]
  let console: Console

  /// Shows a card until the person leaves: one of its codes, from 1, or all.
  func show(
    _ first: Card, codeNumber: Int?, showsPIN: Bool, on screen: inout Screen
  ) async throws {
    var index = cards.firstIndex { $0.id == first.id } ?? 0
    var card = first
    var (codeNumber, showsPIN, status) = (codeNumber, showsPIN, "")
    while true {
      var view = try self.view(of: card, codeNumber, showsPIN: showsPIN, status)
      let outcome: CardView.Outcome
      do throws(ScreenError) { outcome = try screen.show(&view) } catch { throw error.failure }
      status = ""
      switch outcome {
      case .next, .previous:
        guard let next = await neighbour(of: index, by: outcome == .next ? 1 : -1) else { return }
        (index, card) = next
        (codeNumber, showsPIN) = (nil, false)
      case .copyNumber: status = copy(card.shownNumber(codeNumber), called: "number")
      case .copyPIN: status = copy(card.pin, called: "PIN")
      case .showPIN: showsPIN = true
      case .noteUse:
        await vault.beginCommand()
        do throws(WalletError) {
          card = try await vault.use([card])[0]
          console.noteStored()
          status = card.isOneTime ? "Used up." : "Recorded that you used it."
        } catch {
          status = error.failure.line
          // Others removed or changed it: what is there now is shown instead.
          if let now = await vault.card(card.id) {
            card = now
          } else if let next = await neighbour(of: index, by: 1) {
            (index, card) = next
          } else {
            throw error
          }
        }
      case .leave: return
      }
    }
  }

  /// The next card in a direction that is still there; `nil` if none is.
  private func neighbour(of index: Int, by step: Int) async -> (index: Int, card: Card)? {
    for distance in 1...cards.count {
      let next = (index + step * distance + cards.count * cards.count) % cards.count
      if let card = await vault.card(cards[next].id) { return (next, card) }
    }
    return nil
  }

  /// Copies a text, which leaves the screen as it is, and returns what to say about it.
  private func copy(_ text: String, called what: String) -> String {
    _ = console.copies(text)
    return "Copied the \(what), if this terminal supports it."
  }

  private func view(
    of card: Card, _ codeNumber: Int?, showsPIN: Bool, _ status: String
  ) throws -> CardView {
    let today = try CalendarDate.today()
    var codes = card.codes
    if let codeNumber, codes.indices.contains(codeNumber - 1) { codes = [codes[codeNumber - 1]] }
    var details: [String] = []
    if let validFrom = card.validFrom, today < validFrom {
      details.append("NOT VALID BEFORE \(validFrom)")
    }
    if let expires = card.expires {
      details.append(expires < today ? "EXPIRED \(expires)" : "expires \(expires)")
    }
    if card.isOneTime { details.append(card.usedAt == nil ? "one-time card" : "USED UP") }
    if let balance = card.balance { details.append("balance \(balance.shown)") }
    if !card.note.isEmpty { details.append(card.note) }
    if let doubt = card.doubtWords { details.append("CHECK THIS  \(doubt)") }
    if !card.holder.isEmpty { details.append("holder  \(card.holder)") }
    if !card.webAddress.isEmpty { details.append("web  \(card.webAddress)") }
    var captions = codes.map { "\($0.symbology)  \(CodeWords($0, today: today).shortLine)" }
    if !card.printedNumber.isEmpty { captions.append("number  \(card.printedNumber)") }
    if showsPIN, !card.pin.isEmpty { captions.append("PIN  \(card.pin)") }
    var offers: Set<CardView.Offer> = [.noteUse]
    if cards.count > 1 { offers.insert(.neighbours) }
    if !card.shownNumber(codeNumber).isEmpty, !card.hasPartialCode { offers.insert(.copyNumber) }
    if !card.pin.isEmpty { offers.insert(showsPIN ? .copyPIN : .showPIN) }
    return CardView(
      (card.isFavourite ? "★ " : "") + card.name, details: details, captions: captions,
      status: status, offers: offers,
      picture: { Picture.drawing(codes, in: $0, isForScanner: true) })
  }
}
