internal import Cards
internal import SystemPackage
internal import Wallet

extension Failure {
  /// Something that could not be done with cards.
  init(_ error: WalletError) {
    switch error {
    case .keyTyped:
      self = .usage(
        "this is a vault's key, not a card's code or words",
        because: "a vault shows what is written on its cards, and a key opens one",
        try: "cardvault key restore -, to put a key in its place")
    case .code(let problem): self.init(problem)
    case .text(let problem): self.init(problem)
    case .undrawable(let error): self.init(error)
    case .codeTaken(let name):
      self.init(
        "this code is in the vault already", because: "“\(name.printable)” holds it",
        try: "cardvault show, to compare the two", status: .conflict)
    case .severalCodes(let count):
      self = .usage(
        "nothing was stored", because: "--name fits one card, and \(count) codes were found",
        try: "the same command without --name")
    case .folderUnreadable(let name, let errno):
      self.init(
        "cannot look into \(name)", because: errno.description,
        try: "chmod +rx, or run as the folder's owner", status: .unexpected)
    case .noPictures(let name):
      self.init(
        "nothing to import from \(name)",
        because: "the folder holds no photos or PDFs",
        try: "name the folder with the photos in it", status: .nothingFound)
    case .noDay:
      self.init(
        "cannot tell what day it is", because: "this machine's clock is far off",
        try: "set the clock", status: .unexpected)
    case .vault(let error): self.init(error)
    }
  }

  /// A text that cannot go on a card.
  private init(_ problem: TextProblem) {
    switch problem {
    case .empty(let part):
      self = .usage(
        "the \(part.words) is empty", because: "a \(part.words) has at least one character")
    case .tooLong(let part, let count, let limit):
      self = .usage(
        "the \(part.words) is too long", because: "it has \(count) characters, and \(limit) fit")
    case .notUnicode(let part):
      self = .usage(
        "the \(part.words) is no text", because: "it is not in UTF-8",
        try: "a terminal set to UTF-8")
    case .tooManyTags(let count, let limit):
      self = .usage(
        "these are \(count) tags", because: "a card takes up to \(limit)",
        try: "fewer tags, or --untag")
    case .notADate(let text):
      self = .usage(
        "“\(text.printable)” is not a date", because: "a date is year-month-day",
        try: "2026-12-31")
    }
  }
}

extension TextProblem.Part {
  fileprivate var words: String {
    switch self {
    case .name: "name"
    case .tag: "tag"
    case .note: "note or number"
    }
  }
}
