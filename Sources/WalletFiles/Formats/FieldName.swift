internal import Cards

/// What a field of a pass is called, by its label and by its key.
struct FieldName {
  /// The most characters of a name that are looked at.
  private static let longestName = 1_000
  /// Fewer letters and digits are no secret.
  private static let leastSecret = 2
  /// Fewer would be anybody's guess in a field whose name is longer; they are a number of tries, for example.
  private static let leastInLonger = 3

  /// Words for any money, also for a price; they do not say that it is what is left.
  private static let amounts: Set = [
    "amount", "betrag", "montant", "kwota", "money", "geld", "argent", "dinero", "soldi",
    "dinheiro",
  ]
  /// Words for what is left on a card.
  private static let balances = Set(
    (TableField.balance.names + [
      "credits", "remaining", "left", "rest", "restwert", "restbetrag", "kontostand",
      "kartenguthaben", "баланс", "残高", "余额", "餘額", "잔액",
    ]).map(Folding.folded)
  ).subtracting(amounts)
  /// Words for points, besides those that amounts have beside them.
  private static let points = Set(
    [
      "punktestand", "punktesaldo", "treuepunkte", "stars", "sterne", "баллы", "ポイント", "积分",
      "포인트",
    ].map(Folding.folded))
  /// Words that say nothing else of a balance or a PIN than whose it is, on what, and that it is so now.
  private static let fillers = amounts.union([
    "your", "my", "the", "of", "on", "card", "gift", "giftcard", "current", "available", "account",
    "store", "loyalty", "reward", "rewards", "member",
    "ihr", "ihre", "dein", "deine", "mein", "meine", "aktuell", "aktuelle", "aktueller",
    "aktuelles", "verfugbar", "verfugbare", "verfugbarer", "verfugbares", "karte",
    "votre", "vos", "ma", "mon", "mes", "carte", "cadeau", "fidelite", "actuel", "actuels",
    "disponible", "disponibles", "de", "du", "la", "sur",
    "actual", "actuales", "su", "sus", "tu", "tus", "mi", "mis", "tarjeta", "regalo", "del",
    "attuale", "attuali", "disponibile", "disponibili", "carta", "tuo", "tuoi", "di", "della",
    "huidig", "huidige", "beschikbaar", "beschikbare", "uw", "jouw", "mijn", "kaart", "op",
    "seu", "seus", "meu", "meus", "cartao", "atual", "disponivel",
    "twoj", "twoje", "moje", "karta", "karty", "aktualny", "aktualne", "dostepne",
  ])
  /// In English, the last word says what it is: a points card or a credit account is no balance.
  private static let owners: Set = ["card", "giftcard", "account", "store"]
  /// What a whole name calls a secret, besides the names of secret columns.
  private static let pins = Set(TableField.pin.names.map { $0.filter(\.isLetter) })

  /// Its label, and its key with the words apart.
  private let texts: [String]
  /// The words of both, folded.
  private let allWords: [[Substring]]

  /// Takes a name; the label may be empty.
  init(key: String, label: String) {
    texts = [
      label.limited(to: Self.longestName), Self.spaced(key.limited(to: Self.longestName)),
    ]
    allWords = texts.map(Folding.words)
  }

  /// Whether its amount is surely what is left on the card: each word of its label says so, or adds nothing to it; of its key,
  /// if it has no label.
  ///
  /// One other word makes it another amount: “Previous balance”, “Punkte bis Gold”, “Saldo anterior”.
  var isBalance: Bool {
    let words = allWords.first { !$0.isEmpty } ?? []
    return words.contains(where: Self.meansBalance)
      && words.allSatisfy { Self.meansBalance($0) || Self.fillers.contains(String($0)) }
      && !Self.owners.contains(words.last.map(String.init) ?? "")
  }

  /// Whether a word of it is one for a balance.
  var mentionsBalance: Bool { allWords.joined().contains(where: Self.meansBalance) }

  /// Whether a word of it says that it counts points.
  var countsPoints: Bool { allWords.joined().contains(where: Self.meansPoints) }

  /// Whether a value is a secret: its name is that of a PIN or a password, and the value may be one.
  ///
  /// Where the label or the key is such a name and nothing else, any digit makes a PIN of the value, and so do capitals without
  /// a space: hiding “Desk 12” does less harm than showing `AB 12`. A longer one may be about a PIN, as “PIN tries left” and
  /// “PIN valid until” are; there, each word that does not name the PIN again has a digit, and all of it is no day. A
  /// password needs no digit, but a sentence is longer than a card can keep.
  func hides(_ value: String) -> Bool {
    let count = value.count { $0.isLetter || $0.isNumber }
    guard count >= Self.leastSecret else { return false }
    let isWord = !value.contains(where: \.isWhitespace)
    if allWords.contains(where: Self.meansSecret),
      value.contains(where: \.isWholeNumber)
        || isWord && count > Self.leastInLonger && !value.contains(where: \.isLowercase)
    {
      return true
    }
    if texts.contains(where: SecretColumns.isPassword),
      isWord || !value.isLonger(than: CardLimits.pin)
    {
      return true
    }
    let words = Folding.words(value).filter { !Self.meansSecret([$0]) }
    return count >= Self.leastInLonger && texts.contains(where: SecretColumns.isCode)
      && WrittenDay.day(value, in: .day) == nil && !words.isEmpty
      && words.allSatisfy { $0.contains(where: \.isWholeNumber) }
  }

  private static func meansBalance(_ word: Substring) -> Bool {
    balances.contains(String(word)) || meansPoints(word)
  }

  private static func meansPoints(_ word: Substring) -> Bool {
    points.contains(String(word)) || WrittenAmount.unit(named: String(word)) == .points
  }

  /// Whether words are the name of a secret, and besides it only such as “your” and “card”.
  private static func meansSecret(_ words: [Substring]) -> Bool {
    [words, words.filter { !fillers.contains(String($0)) }].contains { words in
      let name = words.joined(separator: "")
      return pins.contains(name) || SecretColumns.isWholeName(name)
    }
  }

  /// A key with its words apart: `giftCardPIN` is `gift Card PIN`.
  private static func spaced(_ key: String) -> String {
    var text = ""
    var wasSmall = false
    for character in key {
      if character.isUppercase, wasSmall { text += " " }
      text.append(character.isLetter ? character : " ")
      wasSmall = character.isLowercase
    }
    return text
  }
}
