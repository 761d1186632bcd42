package import Cards

/// Words that a person types to find cards, prepared once for all cards.
struct SearchWords: Sendable {
  /// The words in lower case.
  let lowered: String
  /// Whether they are a number as a list shows it, with its dots, and so nothing else.
  let isMasked: Bool
  private let folded: [Substring]
  private let ending: String
  /// Whether the end of a whole number may be meant: it has four characters, and not letters alone.
  private let isLong: Bool

  init(_ words: String) {
    lowered = words.lowercased()
    folded = Folding.words(words)
    let plain = words.unspaced
    ending = String(plain.drop { String.mask.contains($0) })
    isMasked = plain.hasPrefix(String.mask)
    isLong = !ending.isTooShortForEnding && ending.contains(where: \.isNumber)
  }

  var isOneWord: Bool { folded.count == 1 }

  /// Whether each word is in the card's name, tags, note, holder or kind, or the words are the end of a number.
  func areMentioned(by card: Card) -> Bool {
    if isMasked { return endNumber(of: card) }
    let texts = [card.name, card.note, card.holder, card.kind.name] + card.tags
    return areIn(texts.joined(separator: " ")) || endNumber(of: card)
  }

  /// Whether a text contains each word in any order, ignoring punctuation and accents.
  func areIn(_ text: String) -> Bool {
    // Text that folds to nothing, such as an emoji, is compared as it is.
    if folded.isEmpty { return text.lowercased().contains(lowered) }
    let whole = Folding.folded(text)
    // A name may be written as one word or two.
    let joined = whole.filter { $0 != " " }
    return folded.allSatisfy(whole.contains) || joined.contains(folded.joined())
  }

  /// Whether each word begins one of the name's, in any order: `rm` means no “Farm shop”.
  ///
  /// In scripts without spaces between words, a word may begin anywhere.
  func beginWords(of name: String) -> Bool {
    guard !folded.isEmpty, !folded.contains(where: \.isInUnspacedScript) else { return areIn(name) }
    let words = Folding.words(name)
    if folded.allSatisfy({ typed in words.contains { $0.hasPrefix(typed) } }) { return true }
    // A name may be written as one word or two.
    let joined = folded.joined()
    return words.indices.contains { words[$0...].joined().hasPrefix(joined) }
  }

  /// Whether a code or the printed number ends with the words, or they are just what a list shows of it.
  func endNumber(of card: Card) -> Bool {
    guard isLong || !ending.isEmpty && ending.count <= Card.minEndingLength else { return false }
    return (card.codes.map(\.text) + [card.printedNumber]).contains { number in
      isLong ? number.unspaced.hasSuffix(ending) : String(number.visibleEnding).unspaced == ending
    }
  }
}

extension Substring {
  /// Whether it has letters of a script that is written without spaces between words: Chinese, Japanese, Thai, Lao, Khmer
  /// and Burmese (Unicode 16.0, 6.2, "Word Boundaries").
  fileprivate var isInUnspacedScript: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF:
        true
      default: false
      }
    }
  }
}

extension Card {
  /// How many characters of a number's end find it, unless a list shows no more.
  package static let minEndingLength = 4
}

extension String {
  /// What a list shows instead of the rest of a number.
  static let mask = "••••"

  /// What a list shows of a number: at most its last four characters, and never more than a third of it.
  var visibleEnding: Substring { suffix(min(Card.minEndingLength, count / 3)) }

  /// A number without the spaces and hyphens that group it, in lower case.
  var unspaced: String { filter { !$0.isWhitespace && $0 != "-" }.lowercased() }

  /// Whether it has too few characters to find a number by its end.
  package var isTooShortForEnding: Bool { unspaced.count < Card.minEndingLength }
}
