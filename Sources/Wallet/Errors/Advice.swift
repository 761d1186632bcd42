package import SystemPackage

/// What to do about a problem: one way, or several to choose from.
///
/// A way is a command, with prose beside it, or only prose. Text literals are prose, so most advice is a literal:
/// `"free some space"`. Commands are made of values, and quoted for the shell only here:
/// `.run("history", .card(card), note: "it lists all changes")`.
package struct Advice: Sendable, Hashable {
  /// One way.
  package struct Way: Sendable, Hashable {
    /// The command; `nil` if no command does it.
    package let command: Command?
    /// What the command does or when it helps; what to do where there is no command.
    package let prose: String
    /// Whether it changes the command line that failed, which a page does not have.
    let changesCommandLine: Bool

    init(_ command: Command?, _ prose: String, changesCommandLine: Bool = false) {
      (self.command, self.prose, self.changesCommandLine) = (command, prose, changesCommandLine)
    }

    /// The way on one line.
    fileprivate var line: String {
      guard let command else { return prose }
      return prose.isEmpty ? command.line : "\(command.line) (\(prose))"
    }
  }

  /// The ways, best first; at least one.
  package private(set) var ways: [Way]
  private var waysOnPage: [Way]?

  private init(_ ways: [Way]) { self.ways = ways }

  /// A `cardvault` command.
  ///
  /// - Parameters:
  ///   - words: The words after `cardvault`; a literal in capitals is a placeholder.
  ///   - note: What the command does or when it helps.
  /// - Returns: The advice.
  package static func run(_ words: Command.Word..., note: String = "") -> Advice {
    run(words, note: note)
  }

  /// The same with a list of words.
  package static func run(_ words: [Command.Word], note: String = "") -> Advice {
    Advice([Way(Command(["cardvault"] + words), note)])
  }

  /// A command of the system, such as `chmod`.
  ///
  /// - Parameters:
  ///   - words: All its words.
  ///   - note: What the command does or when it helps.
  /// - Returns: The advice.
  package static func system(_ words: Command.Word..., note: String = "") -> Advice {
    system(words, note: note)
  }

  /// The same with a list of words.
  package static func system(_ words: [Command.Word], note: String = "") -> Advice {
    Advice([Way(Command(words), note)])
  }

  /// Something that no command does.
  package static func prose(_ words: String) -> Advice { Advice([Way(nil, words)]) }

  /// A change of the command line that failed, which is no advice on a page.
  package static func option(_ words: String) -> Advice {
    Advice([Way(nil, words, changesCommandLine: true)])
  }

  /// Options to add to the command line that failed, or to change there.
  package static func use(_ words: Command.Word..., note: String = "") -> Advice {
    option("use \(Command(words).line)" + (note.isEmpty ? "" : " (\(note))"))
  }

  /// This advice, or another.
  package func or(_ other: Advice) -> Advice {
    var advice = self
    if waysOnPage != nil || other.waysOnPage != nil {
      advice.waysOnPage = shownOnPage + other.shownOnPage
    }
    advice.ways += other.ways
    return advice
  }

  /// Advice that is another one on a page of the web app.
  package func onPage(_ other: Advice) -> Advice {
    var advice = self
    advice.waysOnPage = other.ways
    return advice
  }

  /// The vault and the key file that a command line named: every `cardvault` command that is advised names them, too.
  @TaskLocal package static var namedOptions: [(name: String, value: FilePath)] = []

  /// Only the ways whose command is this one of `cardvault`; `nil` if there is none.
  package func only(_ name: String) -> Advice? {
    let ways = ways.filter { $0.command?.words.dropFirst().first == .text(name) }
    return ways.isEmpty ? nil : Advice(ways)
  }
}

/// What a person may do next, and for what.
package struct Suggestion: Sendable, Hashable {
  /// What it is for, as in `Next`, or what it is about, as in `2 drafts left`.
  package let purpose: String
  package let advice: Advice

  init(_ purpose: String, _ advice: Advice) { (self.purpose, self.advice) = (purpose, advice) }

  /// The suggestion for a page; `nil` if it needs a command line.
  package var page: String? { advice.page.map { "\(purpose): \($0)" } }
}

extension [Advice] {
  /// All of them, to choose from; `nil` if there are none.
  package var joined: Advice? { first.map { dropFirst().reduce($0) { $0.or($1) } } }
}

extension Advice: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init([Way(nil, value)]) }
}

extension Advice {
  /// The advice on one line.
  package var line: String { ways.map(\.line).joined(separator: "; or ") }

  /// The advice as a terminal shows it: each command alone on its line, so that it can be copied, and whether it is a
  /// command.
  package var lines: [(text: String, isCommand: Bool)] { lines(after: "try: ") }

  /// The same with other words before the best way.
  package func lines(after first: String) -> [(text: String, isCommand: Bool)] {
    ways.enumerated().flatMap { index, way in
      let start = index == 0 ? first : "or:  "
      guard let command = way.command else { return [(start + way.prose, false)] }
      let note = way.prose.isEmpty ? [] : [("     \(way.prose)", false)]
      return [(start + command.line, true)] + note
    }
  }

  private var shownOnPage: [Way] { waysOnPage ?? ways.filter { !$0.changesCommandLine } }

  /// The advice for a person on a page, whose commands need a terminal; `nil` if none of it helps there.
  package var page: String? {
    var isInTerminal = false
    let texts = shownOnPage.map { way in
      defer { isInTerminal = way.command != nil }
      return way.command == nil || isInTerminal ? way.line : "in a terminal, \(way.line)"
    }
    return texts.isEmpty ? nil : texts.joined(separator: "; or ")
  }

  /// The words of the best way; `nil` if it is no command, or one in which a person has to fill in a word.
  package var arguments: [String]? { ways.first?.command?.arguments }
}

/// A command that a person can run.
package struct Command: Sendable, Hashable {
  /// A word of a command.
  package enum Word: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A word or an option.
    case text(String)
    /// A value that is no option, even if it begins with a dash.
    case operand(String)
    /// A file or folder.
    case path(FilePath)
    /// An option with a value that a person typed, in one word where the value begins with a dash.
    case option(String, String)
    /// A value that only the person knows, in capitals.
    case placeholder(String)

    /// A file by its name as typed; a placeholder where that says too little, as of standard input, or of a name that is
    /// not UTF-8.
    static func file(_ name: String) -> Word {
      name == "-" || name.contains("\u{FFFD}") ? .placeholder("FILE") : .path(FilePath(name))
    }

    /// A literal in capitals is a placeholder.
    package init(stringLiteral value: String) {
      let isPlaceholder = !value.isEmpty && value.allSatisfy { ("A"..."Z").contains($0) }
      self = isPlaceholder ? .placeholder(value) : .text(value)
    }

    fileprivate var shell: String {
      switch self {
      case .text(let text), .operand(let text): text.shellWord
      case .path(let path): path.shellWord
      case .option(let name, let value) where value.hasPrefix("-"): "\(name)=\(value)".shellWord
      case .option(let name, let value): "\(name) \(value.shellWord)"
      case .placeholder(let name): name
      }
    }

    fileprivate var arguments: [String]? {
      switch self {
      case .text(let text), .operand(let text): [text]
      case .path(let path):
        path.string.contains("\u{FFFD}")
          ? nil : [(path.string.hasPrefix("-") ? "./" : "") + path.string]
      case .option(let name, let value):
        value.hasPrefix("-") ? ["\(name)=\(value)"] : [name, value]
      case .placeholder: nil
      }
    }
  }

  /// The words, of which the first is the program.
  let words: [Word]

  init(_ words: [Word]) {
    let firstDash = words.firstIndex {
      if case .operand(let text) = $0 { text.hasPrefix("-") } else { false }
    }
    guard let firstDash, !words.contains(.text("--")) else {
      self.words = words
      return
    }
    // Options come before operands, as after `--` they would be operands, too.
    self.words = words[..<firstDash] + [.text("--")] + words[firstDash...]
  }

  /// The command as it is typed into a shell.
  package var line: String { placed.map(\.shell).joined(separator: " ") }

  /// The words of the command; `nil` if a person has to fill in one of them.
  package var arguments: [String]? {
    let all = placed.map(\.arguments)
    return all.contains(nil) ? nil : all.compactMap(\.self).flatMap(\.self)
  }

  /// The words, with the options that the command line named.
  private var placed: [Word] {
    guard let program = words.first, program == .text("cardvault"),
      !words.contains(.text("--vault"))
    else { return words }
    let makesKeyFile = [["init"], ["key", "restore"]].contains { (names: [String]) in
      words.dropFirst().starts(with: names.map(Word.text))
    }
    let missing = Advice.namedOptions.filter { name, value in
      // These commands overwrite no key file: with the one that is there, they would only fail.
      !words.contains(.text(name))
        && !(makesKeyFile && name == "--key-file" && (try? value.stat()) != nil)
    }
    return [program] + missing.flatMap { [.text($0.name), .path($0.value)] } + words.dropFirst()
  }
}
