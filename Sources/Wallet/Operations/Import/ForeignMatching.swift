internal import Cards
internal import VaultFormat
internal import VaultStore
internal import WalletFiles

/// Compares other wallets' cards with a vault, file after file: what one file brings, the next one finds there.
struct ForeignMatching {
  /// Which photos come along with the cards.
  enum Photos {
    /// The front and back of each card, and all photos of this program's own cards.
    case ofCards
    /// Also logos and other pictures.
    case all
  }

  /// What `gaining` calls photos.
  static let photosGained = "photos"
  /// What `gaining` calls a name that takes the place of another.
  static let nameGained = "new name"

  private let vault: Vault
  /// Which photos come along from the present file.
  private var photos = Photos.ofCards
  /// Whether cards take the names that changed in the present file.
  private var takesNames = false
  /// The vault's cards, and then also the new ones.
  private var earlier: EarlierCards
  /// The ids of the cards that belong to a card of the present file.
  private var taken: Set<CardID> = []
  /// What the photos show that cards are going to get.
  private var promised: [CardID: Set<CardPhoto.Side>] = [:]

  init(with vault: Vault) async {
    self.vault = vault
    earlier = EarlierCards(await vault.rememberedCards)
  }

  /// Compares the cards of a file with the vault; nothing is stored.
  ///
  /// - Returns: The file's cards, in its order; and then what could not be read.
  mutating func items(of file: ForeignContents) async -> [ImportItem] {
    let reading = file.reading
    photos = file.keepsPhotos ? .all : .ofCards
    takesNames = file.takesNames
    taken = Set(reading.cards.compactMap { earlier.card(from: $0)?.card.id })
    let count = WorkMeter.begin(.matching, count: reading.cards.count)
    defer { count.end() }
    var items: [ImportItem] = []
    for (index, foreign) in reading.cards.enumerated() {
      defer { count.advance() }
      items.append(
        file.without.contains(index)
          ? ImportItem(
            .leftOut(.notChosen), of: file.path, named: foreign.name, from: reading.source)
          : await item(for: foreign, of: file.path))
    }
    return items
      + reading.unreadable.map {
        ImportItem(
          .leftOut(.unreadable($0.reason)), of: file.path, named: $0.name,
          from: $0.reason.isOfCard ? reading.source : nil)
      }
  }

  private mutating func item(for foreign: ForeignCard, of path: String) async -> ImportItem {
    var item = ImportItem(
      await outcome(of: foreign), of: path, named: foreign.name, from: foreign.source)
    item.doubts = foreign.allDoubts
    switch item.outcome {
    case .known(let card), .changed(let card, _): item.updated = updated(card, by: foreign)
    case .new, .accepted, .restored, .staysRemoved, .leftOut: break
    }
    if takesNames { takeName(to: &item, from: foreign) }
    // Nothing else makes it doubtful then.
    if case .new(let card) = item.outcome, card.review == .doubtfulDraft,
      !foreign.isCodeDoubtful, let code = card.codes.first
    {
      item.doubts.append(.undrawable(code.symbology))
    }
    // The file of before may have had none.
    if case .known(let card) = item.outcome {
      item.photos = photosLacked(by: card, of: foreign)
      if !item.photos.isEmpty { item.outcome = .changed(card, gaining: [Self.photosGained]) }
    } else if let card = item.outcome.savedCard {
      item.photos = photosLacked(by: card, of: foreign)
    }
    guard let card = item.outcome.savedCard else { return item }
    promised[card.id, default: []].formUnion(item.photos.map(\.side))
    item.shortened = foreign.shortened
    item.leftOut = foreign.fieldsLeftOut + picturesLeftOut(of: foreign)
    return item
  }

  /// Gives the vault's card the name that it has in the file, if that is another one.
  private mutating func takeName(to item: inout ImportItem, from foreign: ForeignCard) {
    guard let card = item.outcome.card, let name = item.updated?.name, name != card.name else {
      return
    }
    var renamed = card
    renamed.name = name
    var gained = [Self.nameGained]
    if case .changed(_, let fields) = item.outcome { gained = fields + gained }
    item.outcome = .changed(renamed, gaining: gained)
    earlier.change(to: renamed)
    item.updated = updated(renamed, by: foreign)
  }

  /// The card as a file has it that came later; `nil` if the file says nothing but what the card is or once was.
  private func updated(_ card: Card, by foreign: ForeignCard) -> Card? {
    let remembered = earlier.card(card.id) ?? RememberedCard(card)
    let read = foreign.card(id: card.id)
    var updated = remembered.updated(by: read)
    // Some wallets have no currencies.
    if updated.balance?.currency.isEmpty == true,
      updated.balance?.thousandths == remembered.card.balance?.thousandths
    {
      updated.balance = remembered.card.balance
    }
    if !card.name.isEmpty, !foreign.hasName(of: remembered) { updated.name = read.name }
    let hasCode = foreign.codes.contains { code in
      remembered.codes.contains(code.canonicalBytes)
        || card.codes.contains { $0.text == code.text || CatimaFile.holds($0, as: code) }
    }
    if !hasCode { updated.codes += foreign.codes }
    return updated == remembered.card ? nil : updated
  }

  /// What the photos are that do not come along.
  private func picturesLeftOut(of foreign: ForeignCard) -> [String] {
    let offered = photosOffered(by: foreign)
    return Folding.distinct(
      foreign.photos.filter { !offered.contains($0) }.map {
        $0.picture.isEmpty ? "photos" : $0.picture
      })
  }

  private func photosOffered(by foreign: ForeignCard) -> [ForeignCard.Photo] {
    let isOurs = foreign.source == .cardvault
    var sides: Set<CardPhoto.Side> = []
    return foreign.photos.filter { photo in
      switch photos {
      case .ofCards where photo.side == .other: isOurs
      // A card has one front and one back.
      case .ofCards, .all: photo.side == .other || sides.insert(photo.side).inserted
      }
    }
  }

  /// The photos whose side a card has not, and is not going to get; without the sides that a person took away, unless
  /// they ask for all.
  private func photosLacked(by card: Card, of foreign: ForeignCard) -> [ForeignCard.Photo] {
    var sides = Set(card.photos.map(\.side)).union(promised[card.id] ?? [])
    if photos == .ofCards { sides.formUnion(earlier.card(card.id)?.formerSides ?? []) }
    return photosOffered(by: foreign).filter { !sides.contains($0.side) }
  }

  private mutating func outcome(of foreign: ForeignCard) async -> ImportItem.Outcome {
    if foreign.holdsKey { return .leftOut(.key) }
    if foreign.isNumberTooLong { return .leftOut(.unreadable(.numberTooLong)) }
    // Imported before: whatever a person changed since then stays.
    let same = earlier.card(from: foreign) ?? foreign.ownID.flatMap { earlier.card(ofOwn: $0) }
    if let same { return same.isRemoved ? .staysRemoved(same.card) : .known(same.card) }
    if let own = foreign.ownID, let card = await vault.card(own) { return .known(card) }
    guard let code = foreign.codes.first else { return outcome(ofNumberOf: foreign) }
    let id = await vault.id(for: code)
    let holders = earlier.holders(of: code, id, named: foreign)
    if let holder = holders.first(where: { !belongsToAnother($0, than: foreign) }) {
      return holder.isRemoved ? .staysRemoved(holder.card) : completed(holder.card, by: foreign)
    }
    if holders.isEmpty, await vault.isRemovedByPerson(id) {
      return .staysRemoved(Card(id: id, name: foreign.keptName, codes: []))
    }
    let isFree = earlier.card(id) == nil && !taken.contains(id)
    return added(foreign.card(id: isFree ? id : randomID()))
  }

  /// What happens to a card without a code: the vault may have it from elsewhere, as where its own export comes back.
  private mutating func outcome(ofNumberOf foreign: ForeignCard) -> ImportItem.Outcome {
    let holder = earlier.holders(ofNumberOf: foreign).first {
      !belongsToAnother($0, than: foreign)
    }
    guard let holder else { return added(foreign.card(id: randomID())) }
    if holder.isRemoved { return .staysRemoved(holder.card) }
    var lacking = foreign
    // The card has it already, if only as its code or name, or had it before a person changed it.
    lacking.number = ""
    return completed(holder.card, by: lacking)
  }

  /// Whether a card with the same code or number belongs to another card of the other wallet, as two vouchers may share
  /// one.
  private func belongsToAnother(_ holder: RememberedCard, than foreign: ForeignCard) -> Bool {
    if foreign.sourceID.isEmpty, foreign.hasName(of: holder) { return false }
    if taken.contains(holder.card.id) { return true }
    // Where the id is made of name and number, the same card has another one under another name.
    if foreign.isKnownByContents { return false }
    let others = holder.originsHere.contains { $0.hasPrefix("\(foreign.source.name), ") }
    return !foreign.sourceID.isEmpty && others && !foreign.hasName(of: holder)
  }

  private mutating func added(_ card: Card) -> ImportItem.Outcome {
    taken.insert(card.id)
    earlier.add(RememberedCard(card))
    return .new(card)
  }

  /// The same card, with what it lacks and no person took away; that the other wallet has it as well is no change.
  private mutating func completed(_ card: Card, by foreign: ForeignCard) -> ImportItem.Outcome {
    guard taken.insert(card.id).inserted else { return .known(card) }
    var lacking = foreign
    // Its own code is right: a person corrected it, or the other wallet has no place for it.
    let own = Set(card.codes.map(\.canonicalBytes))
    if !foreign.codes.contains(where: { own.contains($0.canonicalBytes) }) { lacking.codes = [] }
    if card.codes.contains(where: { $0.text == foreign.number }) { lacking.number = "" }
    var joined = card.joined(with: lacking.card(id: card.id))
    joined = earlier.card(card.id)?.keepingEmptied(in: joined) ?? joined
    // An entry without a code does not show whether the code was read correctly.
    if joined.hasPartialCode || lacking.codes.isEmpty { joined.review = card.review }
    let getsPhotos = !photosLacked(by: card, of: foreign).isEmpty
    let origin = card.origin.isEmpty ? joined.origin : "\(card.origin); \(foreign.origin)"
    joined.origin = card.origin
    if joined == card, !getsPhotos {
      // Another entry may have its code.
      if lacking.codes.isEmpty { taken.remove(card.id) }
      return .known(card)
    }
    joined.origin = origin
    let gained = joined.fieldsGained(since: card) + (getsPhotos ? [Self.photosGained] : [])
    earlier.change(to: joined)
    return .changed(joined, gaining: gained)
  }

  private func randomID() -> CardID {
    var generator = SystemRandomNumberGenerator()
    return CardID(using: &generator)
  }
}

extension Card {
  /// The names of the fields that it lacked before.
  fileprivate func fieldsGained(since before: Card) -> [String] {
    let changes = [
      ("name", name != before.name), ("code", codes != before.codes),
      ("number", printedNumber != before.printedNumber),
      ("holder", holder != before.holder), ("PIN", pin != before.pin),
      ("web address", webAddress != before.webAddress), ("tags", tags != before.tags),
      ("note", note != before.note), ("first day", validFrom != before.validFrom),
      ("last day", expires != before.expires), ("balance", balance != before.balance),
      ("favourite", isFavourite != before.isFavourite), ("colour", colour != before.colour),
      ("kind", kind != before.kind), ("last use", lastUsed != before.lastUsed),
      ("use", usedAt != before.usedAt), ("review", review != before.review),
    ]
    return changes.filter(\.1).map(\.0)
  }
}

extension RememberedCard {
  /// The origins that this vault recorded itself: what precedes this program's own export in a text came with that
  /// export.
  fileprivate var originsHere: [Substring] {
    originTexts.flatMap { text in
      let origins = text.split(separator: "; ")
      let export = origins.lastIndex { $0.hasPrefix("\(ForeignSource.cardvault.name), ") }
      return origins[(export ?? 0)...]
    }
  }
}

extension ForeignCard {
  /// The id that this program gave it, or so the file claims: in a pass the serial number, whoever signed it.
  fileprivate var ownID: CardID? {
    switch source {
    case .cardvault: CardID(hexadecimal: sourceID)
    case .pass: sourceID.split(separator: " ").last.flatMap { CardID(hexadecimal: String($0)) }
    default: nil
    }
  }
}
