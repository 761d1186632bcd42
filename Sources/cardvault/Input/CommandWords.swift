internal import ArgumentParser
internal import Cards
internal import SystemPackage
internal import Wallet

/// The words of a command line, before the parser understands them: which of them is the command, and what is meant by one
/// that is none.
struct CommandWords {
  /// All words, in which an earlier name of a command is replaced by the present one.
  private(set) var all: [String]
  /// The same as they were typed.
  private let typed: [String]
  /// The index of the first word that is neither an option nor an option's value.
  private let index: Int?
  /// The program, with all its commands.
  private let root: any ParsableCommand.Type

  /// Names that still work, though no help shows them.
  private static let aliases = [
    "conflicts": ["resolve"], "device": ["sync", "--status"], "lock": ["unlock", "--off"],
  ]
  /// The options that may stand before a command and have a value.
  private static let valued: Set = ["--vault", "--key-file", "--passphrase-fd", "--format"]
  /// What our advice writes for something that only the person knows.
  private static let placeholders: Set = [
    "AMOUNT", "BUNDLE", "CARD", "CHANGE", "DATE", "FILE", "FOLDER", "NAME", "NUMBER", "PACKAGE",
    "PHOTO",
    "TARGET",
  ]

  init(_ typed: [String], of root: any ParsableCommand.Type) {
    self.root = root
    all = typed
    self.typed = typed
    var index = 0
    while index < typed.count, typed[index].hasPrefix("-"), typed[index] != "--" {
      index += Self.valued.contains(typed[index]) ? 2 : 1
    }
    self.index = typed.indices.contains(index) && typed[index] != "--" ? index : nil
    guard let word = self.index else { return }
    // The same after `help`.
    let name = typed[word] == "help" && word + 1 < typed.count ? word + 1 : word
    guard let present = Self.aliases[typed[name]] else { return }
    all.replaceSubrange(name...name, with: name == word ? present : [present[0]])
  }

  /// An earlier name of a command, which may be a card's name as well; `nil` if none was typed alone.
  var alias: String? {
    guard let index, all != typed, typed.count == index + 1 else { return nil }
    return typed[index]
  }

  /// Takes an earlier name of a command for the name of a card.
  mutating func takeAsTyped() { all = typed }

  /// The words from the command on; none if no command was typed.
  private var fromCommand: [String] { index.map { Array(all[$0...]) } ?? [] }

  /// The typed command and its name, of as many words as it has; without one, the program itself.
  var command: (names: [String], type: any ParsableCommand.Type) {
    Self.command(in: fromCommand, of: root)
  }

  /// The command that words begin with, and its name.
  static func command(
    in words: some Sequence<String>, of root: any ParsableCommand.Type
  ) -> (names: [String], type: any ParsableCommand.Type) {
    var (names, type): ([String], any ParsableCommand.Type) = ([], root)
    for word in words {
      let fitting = type.configuration.subcommands.first { $0.configuration.commandName == word }
      guard let fitting else { break }
      names.append(word)
      type = fitting
    }
    return (names, type)
  }

  /// The words behind the command's name, options included.
  var arguments: ArraySlice<String> { fromCommand.dropFirst(command.names.count) }

  /// An option whose value is missing, as another option follows it: of `--name --quiet Gym`, the parser takes `--quiet`
  /// away first, and then `Gym` for the name.
  var optionWithoutValue: String? {
    get async {
      let common = Self.valued.union(["--quiet", "--verbose", "--color", "--no-color"])
      let words = arguments.prefix { $0 != "--" }
      for (option, next) in zip(words, words.dropFirst()) where option.hasPrefix("-") {
        let name = String(next.prefix { $0 != "=" })
        if common.contains(name), await needsValue(option) { return option }
      }
      return nil
    }
  }

  /// Whether the command has an option of this name, and the option a value.
  private func needsValue(_ option: String) async -> Bool {
    guard let type = command.type as? any AsyncParsableCommand.Type else { return false }
    do {
      _ = try await type.asyncParse([option])
      return false
    } catch {
      return type.message(for: error).hasPrefix("Missing value for")
    }
  }

  /// A word that was copied from advice without putting anything in its place; `nil` for none.
  var placeholder: String? {
    fromCommand.prefix { $0 != "--" }.first(where: Self.placeholders.contains)
  }

  /// The vault and the key file that are named, as typed.
  var namedOptions: [(name: String, value: FilePath)] {
    let words = all.prefix { $0 != "--" }
    return ["--vault", "--key-file"].compactMap { name in
      guard let last = words.lastIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) else {
        return nil
      }
      let value =
        words[last] == name
        ? words.dropFirst(last + 1).first : String(words[last].dropFirst(name.count + 1))
      return value.map { (name, FilePath($0)) }
    }
  }

  /// What was probably meant where a word is neither a command nor a card.
  var advice: Advice? {
    guard command.names.isEmpty else { return nil }
    // What else was typed may hold a number, which no error repeats.
    let others: [Command.Word] = fromCommand.count == 1 ? [] : ["--help"]
    return Self.foreign(fromCommand) ?? Self.files(fromCommand)
      ?? fromCommand.first.flatMap { Self.name(meantBy: $0, of: root) }.map {
        .run([.text($0)] + others)
      }
  }

  /// The name of the command that was probably meant by a word that is none; `nil` if none is near.
  static func name(meantBy word: String, of root: any ParsableCommand.Type) -> String? {
    let shown = root.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
    let names = shown.compactMap(\.commandName)
    guard !names.contains(word) else { return nil }
    return Misspelling.word(meantBy: word, among: names)
  }

  /// Our command for what other programs call by another name; `nil` for any other word.
  ///
  /// - Parameter words: The name, and what follows it.
  /// - Returns: The command, as advice.
  static func foreign(_ words: [String]) -> Advice? {
    // A card's number is not repeated.
    let isPlain = { (word: String) in !word.hasPrefix("-") && !word.contains(where: \.isNumber) }
    let operands = words.dropFirst().prefix(while: isPlain).map { Command.Word.operand($0) }
    let card = operands.first ?? "CARD"
    switch words.first?.lowercased() {
    case "ls", "dir", "search", "grep": return .run(["list"] + operands)
    case "rm", "del", "delete", "erase":
      return .run(["remove"] + (operands.isEmpty ? ["CARD"] : operands))
    case "rename", "mv":
      return .run("edit", card, "--name", operands.count == 2 ? operands[1] : "NAME")
    case "backup", "cp":
      return .run("export", "FILE", note: "one sealed file with all cards").or(
        .run("sync", "TARGET", note: "a copy of the vault, kept up to date"))
    case "create", "new": return .run("add", "--name", "NAME")
    case "log": return .run("history")
    case "trash", "bin": return .run("list", "--removed")
    case "version": return .run("--version")
    case "scan": return .run("import", "PHOTO")
    case "topup", "recharge": return .run("top-up", card, "AMOUNT")
    case "pay": return .run("spend", card, "AMOUNT")
    case "push", "pull": return .run("sync")
    case "devices", "status": return .run("sync", "--status")
    case "login": return .run("unlock")
    default: return nil
    }
  }

  /// The command for files that were typed without one; `nil` for other words.
  private static func files(_ words: [String]) -> Advice? {
    // What is no file may be a card's number, which is not repeated.
    let files = words.prefix { word in
      !word.hasPrefix("-")
        && (word.contains("/") || PictureSelection.isPicture(named: word)
          || (try? FilePath(word).stat()) != nil)
    }
    return files.isEmpty ? nil : .run(["import"] + files.map { .path(FilePath($0)) })
  }
}
