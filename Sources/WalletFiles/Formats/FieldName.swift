internal import Cards

/// The name of a pass's field: its label and its key.
struct FieldName {
  /// How many characters of a name to examine.
  private static let longestName = 1_000
  /// The fewest letters and digits of a secret.
  private static let minSecret = 2
  /// The fewest if the field's name says more: fewer may be a number of tries, for example.
  private static let minSecretInLongerName = 3

  /// Words for any money, such as a price, which need not be a balance.
  private static let amounts: Set = [
    "amount", "betrag", "montant", "kwota", "money", "geld", "argent", "dinero", "soldi",
    "dinheiro",
  ]
  /// Words for a balance.
  private static let balances = Set(
    (TableField.balance.names + [
      "credits", "remaining", "left", "rest", "restwert", "restbetrag", "kontostand",
      "kartenguthaben", "баланс", "残高", "余额", "餘額", "잔액",
    ]).map(Folding.folded)
  ).subtracting(amounts)
  /// Words for points, in addition to those in amounts.
  private static let points = Set(
    [
      "punktestand", "punktesaldo", "treuepunkte", "stars", "sterne", "баллы", "ポイント", "积分",
      "포인트",
    ].map(Folding.folded))
  /// Words that add nothing to a balance or a PIN but whose it is, on what, and that it is current.
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
  /// In English, the last word counts: a points card or a credit account is not a balance.
  private static let owners: Set = ["card", "giftcard", "account", "store"]
  /// Whole names of secrets, in addition to those of secret columns.
  private static let pins = Set(TableField.pin.names.map { $0.filter(\.isLetter) })

  /// Its label, and its key split into words.
  private let texts: [String]
  /// The words of both, folded.
  private let allWords: [[Substring]]

  /// Makes a name; the label may be empty.
  init(key: String, label: String) {
    texts = [
      label.limited(to: Self.longestName), Self.spaced(key.limited(to: Self.longestName)),
    ]
    allWords = texts.map(Folding.words)
  }

  /// Whether its amount is certainly the balance: every word of its label, or of its key without one, means a balance or adds
  /// nothing to it.
  ///
  /// Any other word makes it another amount: “Previous balance”, “Punkte bis Gold”, “Saldo anterior”.
  var isBalance: Bool {
    let words = allWords.first { !$0.isEmpty } ?? []
    return words.contains(where: Self.meansBalance)
      && words.allSatisfy { Self.meansBalance($0) || Self.fillers.contains(String($0)) }
      && !Self.owners.contains(words.last.map(String.init) ?? "")
  }

  /// Whether any word means a balance.
  var mentionsBalance: Bool { allWords.joined().contains(where: Self.meansBalance) }

  /// Whether any word means points.
  var countsPoints: Bool { allWords.joined().contains(where: Self.meansPoints) }

  /// Whether a value is a secret: the name is that of a PIN or a password, and the value may be one.
  ///
  /// If the label or the key is such a name and nothing else, a value with a digit is a PIN, and so are capitals without a
  /// space: hiding “Desk 12” does less harm than showing `AB 12`. A longer name may be about a PIN, such as “PIN tries left”
  /// or “PIN valid until”; then every word of the value, except the PIN's name, must have a digit, and the value must not be
  /// a day. A password needs no digit, but sentences are longer than a card can keep.
  func hides(_ value: String) -> Bool {
    let count = value.count { $0.isLetter || $0.isNumber }
    guard count >= Self.minSecret else { return false }
    let isWord = !value.contains(where: \.isWhitespace)
    if allWords.contains(where: Self.meansSecret),
      value.contains(where: \.isWholeNumber)
        || isWord && count > Self.minSecretInLongerName && !value.contains(where: \.isLowercase)
    {
      return true
    }
    if texts.contains(where: SecretColumns.isPassword),
      isWord || !value.isLonger(than: CardLimits.pin)
    {
      return true
    }
    let words = Folding.words(value).filter { !Self.meansSecret([$0]) }
    return count >= Self.minSecretInLongerName && texts.contains(where: SecretColumns.isCode)
      && WrittenDay.day(value, in: .day) == nil && !words.isEmpty
      && words.allSatisfy { $0.contains(where: \.isWholeNumber) }
  }

  private static func meansBalance(_ word: Substring) -> Bool {
    balances.contains(String(word)) || meansPoints(word)
  }

  private static func meansPoints(_ word: Substring) -> Bool {
    points.contains(String(word)) || WrittenAmount.unit(named: String(word)) == .points
  }

  /// Whether words are the name of a secret, possibly with words like “your” and “card”.
  private static func meansSecret(_ words: [Substring]) -> Bool {
    [words, words.filter { !fillers.contains(String($0)) }].contains { words in
      let name = words.joined(separator: "")
      return pins.contains(name) || SecretColumns.isWholeName(name)
    }
  }

  /// A key split into words: `gift Card PIN` for `giftCardPIN`.
  static func spaced(_ key: String) -> String {
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
