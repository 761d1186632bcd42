internal import Cards
internal import SystemPackage
internal import WalletFiles

extension WalletError: Explained {
  /// Why a code that is not complete cannot be used.
  package static let digitsMissing = "digits of its code are missing"

  /// The error in words: something that could not be done with a card.
  package var failure: Failure {
    switch self {
    case .keyTyped:
      Failure.usage(
        "this is a vault's key, not a card's code or text",
        because: "a vault shows what is on its cards, and anyone with the key can open it",
        try: .run("key", "restore", "-", note: "to restore a key"),
        onPage: "type what is printed on the card"
      )
    case .code(let problem): Failure(problem)
    case .text(let problem): Failure(problem)
    case .undrawable(let error): error.failure
    case .codeTaken(let name):
      Failure(
        "this code is already in the vault", because: "“\(name.printable)” has it",
        try: .run("show", .operand(name), note: "to compare the two"),
        onPage: "open that card, and compare the two",
        status: .conflict)
    case .severalCodes(let count):
      Failure.usage(
        "nothing was imported", because: "--name is for one card, and \(count) codes were found",
        try: .option("run the same command without --name"))
    case .folderUnreadable(let name, let errno):
      Failure(
        "cannot list the folder \(name)", because: errno.reason,
        try: errno.isMissing
          ? "check the name"
          : .system("chmod", "u+rx", .path(FilePath(name))).or("become the folder's owner"),
        status: errno.isMissing ? .nothingFound : .unexpected)
    case .noPictures(let name):
      Failure(
        "nothing to import from \(name)",
        because: "the folder holds no photos, PDFs or other wallets' files",
        try: "name the folder with the photos in it", status: .nothingFound)
    case .removed(let id, let name, let moment):
      Failure(
        "“\(name.printable)” is not there any more",
        because: "it was removed" + (moment.map { " on \($0.local)" } ?? ""),
        try: .run("restore", .card(id)), onPage: "restore it", status: .nothingFound)
    case .changedMeanwhile(let id, let name, let differences):
      Failure(
        "nothing was saved",
        because: "“\(name.printable)” was changed meanwhile"
          + (differences.isEmpty ? "" : ": \(differences.joined(separator: ", ").printable)"),
        try: .run("history", .card(id), note: "it shows what was changed")
          .or("run the same command again"),
        onPage: "look at the card as it is now, then do it again", status: .conflict)
    case .changedBeforeUndo:
      Failure(
        "nothing was undone or redone", because: "something else was changed meanwhile",
        try: .run("history", note: "it shows what"), onPage: "look at the log", status: .conflict)
    case .usedUp(let card):
      Failure(
        "nothing was changed", because: "this one-time card is used up",
        try: .run("history", .card(card), note: "it says when"),
        onPage: "look at the card's history, to see when",
        status: .conflict)
    case .noBalance(let card):
      Failure.usage(
        "the balance was not changed", because: "this card has no balance",
        try: .run("edit", .card(card), "--balance", "AMOUNT", note: "such as 25.50EUR"),
        onPage: "edit the card, and enter its balance")
    case .zeroAmount:
      Failure.usage(
        "the balance was not changed", because: "the amount is 0",
        try: "type an amount such as 2.50")
    case .otherUnit(let balance):
      Failure.usage(
        "the balance was not changed", because: "the balance of this card is \(balance.shown)",
        try: "type the amount in that unit, or without one")
    case .notEnough(let balance, let card):
      Failure.usage(
        "nothing was spent", because: "the balance is \(balance.shown)",
        try: .prose("spend less").or(.run("edit", .card(card), "--balance", "AMOUNT")),
        onPage: "spend less, or edit the card to correct its balance")
    case .partialCode(let card, let isOneOfSeveral):
      Failure(
        "the draft was not accepted", because: Self.digitsMissing,
        try: .run(
          ["edit", .card(card), "--code", "-"] + (isOneOfSeveral ? [] : ["--accept"]),
          note: isOneOfSeveral
            ? "for each of its codes, comparing it with the card"
            : "after comparing it with the card"),
        onPage: "compare it with the card, and type the missing digits", status: .conflict)
    case .photo(let problem): Failure(problem, on: "the photo")
    case .tooManyCards:
      Failure.usage(
        "nothing was printed", because: "one document cannot hold so many cards",
        try: .option("print them in parts, with --tag or by name"),
        onPage: "print them in parts, by tag")
    case .noDay:
      Failure(
        "today's date is unknown", because: "this machine's clock is far off",
        try: "set the clock", status: .unexpected)
    case .vault(let error): error.failure
    }
  }
}

extension Failure {
  /// A photo that was not kept.
  package init(_ problem: PhotoProblem, on name: String) {
    switch problem {
    case .showsKey:
      self.init(
        "\(name) was not kept", because: KeyOnPicture.reason,
        try: .run("key", "restore", "-", note: "to restore the key"),
        onPage: "choose a photo of the card",
        status: .partlyDone)
    case .failed(let failure):
      self.init(
        "\(name) was not kept", because: failure.reason, try: failure.adviceForOne,
        status: .nothingFound)
    case .notOnePicture:
      self.init(
        "\(name) was not kept", because: problem.words,
        try: "use a photo of one side of the card", status: .nothingFound)
    }
  }

  /// A text that is not accepted on a card.
  fileprivate init(_ problem: TextProblem) {
    switch problem {
    case .empty(let part):
      self = .usage(
        "the \(part.words) is empty", because: "it needs at least one visible character",
        try: "type a \(part.words)")
    case .tooLong(let part, let count, let limit):
      self = .usage(
        "the \(part.words) is too long",
        because: "it has \(count) characters, and the limit is \(limit)", try: "shorten it")
    case .notUnicode(let part):
      self = .usage(
        "the \(part.words) is not text", because: "it is not UTF-8",
        try: "set the terminal to UTF-8", onPage: "type it without the character \u{FFFD}")
    case .tooManyTags(let count, let limit):
      self = .usage(
        "\(count) tags are too many", because: "a card can have at most \(limit)",
        try: .prose("use fewer tags").or(.option("remove some with --untag")))
    case .notADate(let text):
      self = .usage(
        "“\(text.printable)” is not a date",
        because:
          "that day does not exist, or it is not written like 2026-12-31, 31.12.26 or 12/2026",
        try: "write it like 2026-12-31")
    case .ambiguousDate(let text, let readings):
      let dates = readings.map(\.description)
      let either = dates.dropLast().joined(separator: ", ") + " or \(dates.last ?? "")"
      self = .usage(
        "“\(text.printable)” could be several dates",
        because: "it means \(either), depending on the order of day, month and year",
        try: .prose("write \(either)"))
    case .neverValid(let from, let expires):
      self = .usage(
        "the card would never be valid",
        because: "its first day is \(from), and its last day \(expires)",
        try: "look for a mistyped date")
    case .notAWebAddress(let text):
      self = .usage(
        "“\(text.printable)” is not a web address",
        because: "it has no host, or its scheme is not http or https",
        try: "write it like https://example.org/card")
    case .notAColour(let text):
      self = .usage(
        "“\(text.printable)” is not a colour",
        because: "a colour is #rrggbb or one of "
          + CardText.colours.map(\.name).joined(separator: ", "),
        try: "write it like #12ab00")
    case .notAKind(let text):
      self = .usage(
        "“\(text.printable)” is not a kind of card",
        because: "the kinds are " + CardKind.allCases.map(\.name).joined(separator: ", "),
        try: "use one of these; “other” fits any card")
    case .notAnAmount(let text):
      self = .usage(
        "“\(text.printable)” is not an amount",
        because:
          "an amount is a number without a sign, with no more decimals than its currency has, and a currency or points",
        try: "write it like 25.50 EUR, or 300 points")
    case .thousandsOrDecimals(let found): self.init(found)
    case .severalCurrencies(let text):
      self = .usage(
        "“\(text.printable)” could be in several currencies",
        because: "more than one currency is written that way",
        try: "write the currency's code, as in 25.50 USD")
    case .noCurrency(let text):
      self = .usage(
        "“\(text.printable)” has no currency",
        because: "the card has none yet, and points have no decimals",
        try: "add the currency, such as \(text.printable) EUR; or type a whole number of points")
    }
  }

  /// An amount of which nothing tells whether it has thousands or decimals.
  private init(_ amount: WrittenAmount.Ambiguity) {
    let (whole, fraction) = (amount.whole, amount.fraction)
    let advice: Advice
    if amount.decimalCount == nil {
      let money = [whole, fraction].compactMap { $0.map { "\($0) EUR" } }
      advice =
        "type \(whole) for points; for money, add its currency, as in \(money.joined(separator: " or "))"
    } else {
      advice = "type \(whole), or \(fraction ?? "an amount with two decimals")"
    }
    self = .usage(
      "“\(amount.digits)” is ambiguous",
      because: "it could mean \(whole) or \(fraction ?? amount.digits)", try: advice)
  }
}

extension TextProblem.Part {
  fileprivate var words: String {
    switch self {
    case .name: "name"
    case .tag: "tag"
    case .note: "note or number"
    case .holder: "holder's name"
    case .pin: "PIN"
    case .webAddress: "web address"
    }
  }
}
