internal import ArgumentParser
internal import Cards
internal import Terminal
internal import VaultStore
internal import Wallet

struct EditCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change one card or several.",
    discussion: """
      Examples:
        cardvault edit gym                   fill in a form
        cardvault edit gym --name "City gym" --tag sport
        cardvault edit gym --symbology qr    the same text as a QR Code
        cardvault edit gym zoo --expires 2026-12-31
        cardvault edit gym --photo front.jpg --photo-back back.jpg
        cardvault edit --all-tagged food --untag food --tag groceries

      On a terminal, without an option, you change name, tags, expiry and code in a form, as in a review. \
      --code - asks without showing what you type.

      An empty text clears a field: --note "". All cards change in one step, and cardvault undo undoes it for all.

      \(ExitStatus.help(ExitStatus.ofChange + [.nothingFound, .conflict]))
      """)

  @Argument(help: .pickedCards, completion: CardNames.ofAll)
  var cards: [String] = []

  @Option(
    help: .init(
      "All cards with this tag; with several (a,b), cards that have all of them.",
      valueName: "tag"), completion: CardTags.used)
  var allTagged: String?

  @Option(help: "Its new name.")
  var name: String?

  @Option(
    help: .init("A tag to remove, or several with commas; repeatable.", valueName: "tag"),
    completion: CardTags.used)
  var untag: [String] = []

  @Option(help: .init("The code, or - to be asked for it.", valueName: "text"))
  var code: String?

  @Option(
    help: .init(
      "Which of several codes to change, counted from 1; without it, the one whose missing digits --code has.",
      valueName: "n"))
  var codeNumber: Int?

  @Option(help: .init("The kind of barcode.", valueName: "kind"))
  var symbology: String?

  @Flag(help: "Accept a draft.")
  var accept = false

  @Flag(help: "Remove all its photos; they stay, sealed, in its history.")
  var removePhotos = false

  @Option(
    help: .init(
      "Remove one of its photos, by its number as in show --photo-number; repeatable.",
      valueName: "n"))
  var removePhoto: [Int] = []

  @OptionGroup var photos: PhotoOptions
  @OptionGroup var fields: FieldOptions
  @OptionGroup var details: DetailOptions
  @Flag(help: "Fill in the form line by line, for screen readers, instead of on a full screen.")
  var plain = false

  @OptionGroup var vault: VaultOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if !cards.isEmpty, allTagged != nil {
      throw ValidationError("cards and --all-tagged cannot be used together")
    }
    if let codeNumber, codeNumber < 1 { throw ValidationError("--code-number counts from 1") }
    if codeNumber != nil, code == nil, symbology == nil {
      throw ValidationError("--code-number needs --code or --symbology")
    }
  }

  func run(in console: Console) async throws {
    let store = try await vault.open(console)
    let meant = try await chosen(from: store, console)
    // With several cards, a number or PIN could be lost.
    let isForOne =
      name != nil || code != nil || symbology != nil
      || [details.number, details.pin].contains { $0 ?? "" != "" }
      || photos.count > 0 || !removePhoto.isEmpty
    if meant.count > 1, isForOne {
      throw Failure.usage(
        "nothing was changed",
        because: "a name, a code, a number, a PIN or a photo is for one card only",
        try: "edit one card at a time")
    }
    let typed = try details.typed(alongside: fields, console)
    if typed == TypedFields(), isForm, meant.count == 1, console.canAsk {
      return try await fill(in: meant[0], of: store, console)
    }
    let typedCode = try self.typedCode(for: meant, console)
    // What these mean depends on what the person saw.
    let isSeen = console.canAsk || accept || codeNumber != nil || !removePhoto.isEmpty
    let originals = isSeen ? meant : try await store.current(meant)
    // Tags from elsewhere may contain commas or spaces.
    let unwanted = try CardText.tags(untag)
    var replaced: (code: Barcode, index: Int)?
    var changed: [Card] = []
    var dated: [Card] = []
    for original in originals {
      var edited = original
      if let name { edited.name = try CardText.name(name) }
      edited.tags.removeAll(where: untag.contains)
      edited.untag(unwanted)
      if let (barcode, index) = try barcode(typedCode, for: edited, console) {
        try await store.check(barcode, for: edited.id)
        edited.codes.replaceSubrange(index..<min(index + 1, edited.codes.count), with: [barcode])
        replaced = (barcode, index)
      }
      try typed.apply(to: &edited)
      if accept {
        try edited.checkIsWhole(from: original)
        edited.review = .accepted
      }
      for number in removePhoto { try PhotoOutput.check(number, of: original) }
      edited.photos = edited.photos.enumerated().filter { index, _ in
        !removePhotos && !removePhoto.contains(index + 1)
      }.map(\.element)
      try await photos.apply(to: &edited, in: store, console)
      if edited != original { changed.append(edited) }
      if edited.expires != original.expires || accept { dated.append(edited) }
    }
    if !changed.isEmpty { try await store.saving(changed, ifAsSeen: isSeen, console) }
    console.tellOfChanges(
      to: changed, as: "Changed", photoCount: photos.count,
      details: details.balance == nil ? "" : changed.balanceReport)
    // Codes have the order in which they were added.
    if let replaced, let codes = await store.card(originals[0].id)?.codes,
      let index = codes.firstIndex(where: { $0.canonicalBytes == replaced.code.canonicalBytes }),
      index != replaced.index
    {
      console.remark("The new code is number \(index + 1) of \(codes.count).")
    }
    if changed.isEmpty {
      console.suggest(.run("edit", "--help"), for: "To see what can be changed")
    }
    console.remarkOnExpiry(of: dated)
  }

  /// Whether no option says what to change, apart from the fields.
  private var isForm: Bool {
    name == nil && code == nil && symbology == nil && untag.isEmpty && !accept && !removePhotos
      && removePhoto.isEmpty && photos.count == 0
  }

  private func fill(in card: Card, of store: Vault, _ console: Console) async throws {
    let session = ReviewSession(vault: store, console: console, isPlain: plain)
    guard let filled = try await session.fill(in: card) else {
      return console.tell(ChangeReport(removed: [card.id], words: "Removed: \(card.name)"))
    }
    console.tellOfChanges(to: filled == card ? [] : [filled], as: "Changed")
    if filled.expires != card.expires { console.remarkOnExpiry(of: [filled]) }
  }

  /// The code that was typed, perhaps hidden; `nil` if there is none.
  private func typedCode(for cards: [Card], _ console: Console) throws -> String? {
    guard code == "-" else { return code }
    // Nobody types a number that no code can take.
    for card in cards { _ = try codeIndex(for: nil, on: card) }
    return try CodeInput.hidden(.code, console)
  }

  /// A code as it is to be (another text, another kind, or both), and the index of the one that it replaces; `nil` if
  /// neither was typed.
  private func barcode(
    _ typed: String?, for card: Card, _ console: Console
  ) throws -> (Barcode, Int)? {
    guard typed != nil || symbology != nil else { return nil }
    let index = try codeIndex(for: typed, on: card)
    let old = card.codes.indices.contains(index) ? card.codes[index] : nil
    if let typed {
      let barcode = try CodeInput.barcode(
        typed, isHidden: code == "-", symbologyName: symbology, replacing: old, console: console)
      return (barcode, index)
    }
    let text = old?.text ?? card.printedNumber
    guard !text.isEmpty else {
      throw Failure.usage(
        "nothing was changed",
        because: "“\(card.name)” has no code or number whose kind that could be",
        try: .option("add --code as well"))
    }
    return (
      try CodeInput.corrected(text, symbologyName: symbology ?? "", of: old, console), index
    )
  }

  /// The index of the code to change; before anything was typed, of one that it may be.
  private func codeIndex(for typed: String?, on card: Card) throws -> Int {
    if let codeNumber {
      guard codeNumber <= max(1, card.codes.count) else {
        throw Failure(
          "there is no code \(codeNumber)", because: "“\(card.name)” has \(card.codes.count)",
          try: .use("--code-number", "1"), status: .nothingFound)
      }
      return codeNumber - 1
    }
    if card.codes.count <= 1 { return 0 }
    let partial = card.codes.indices.filter { card.codes[$0].isPartial }
    if typed == nil, code == "-", let first = partial.first { return first }
    let completed =
      try typed.map { try card.indicesOfCodes(completedBy: TypedCode($0), today: .today()) } ?? []
    if completed.count == 1 { return completed[0] }
    let number = (partial.count == 1 ? partial[0] : 0) + 1
    throw Failure.usage(
      "nothing was changed",
      because: "“\(card.name)” has \(card.codes.count) codes, and which one to change is not clear",
      try: .use("--code-number", .text("\(number)"), note: "to change code \(number)"))
  }

  private func chosen(from store: Vault, _ console: Console) async throws -> [Card] {
    if let allTagged {
      let tags = try CardText.tags([allTagged])
      _ = await store.warn(console)
      let found = await store.cards { tags.allSatisfy($0.isTagged) }
      guard found.isEmpty else { return found }
      throw Failure(
        "nothing was changed", because: "no card has this tag", try: .run("list"),
        status: .nothingFound
      ).or(await store.removed { card in tags.allSatisfy(card.isTagged) })
    }
    return try await store.cards(meant: cards, console)
  }
}
