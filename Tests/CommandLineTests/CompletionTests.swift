import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Completing the names of cards in a shell.
@Suite struct Completion {
  private static let program = Person.executables.appending("cardvault").string

  private func person() async throws -> Person {
    let person = try await Person.withVault()
    for name in ["Müller Drogerie", "Gym", "$(touch made)`touch made`", "two\" 'quotes"] {
      _ = try await person.types("add", "--name", name)
    }
    _ = try await person.types("add", "--name", "Gym 3931", "--code", "4006381333931")
    return person
  }

  /// What the parser's script asks for the last word of a command line.
  private func completions(
    _ line: String..., of argument: String = "positional@0", by person: Person
  ) async throws -> Person.Outcome {
    let words = ["cardvault"] + line
    let cursor = words.last?.count ?? 0
    return try await person.types(
      ["---completion", line[0], "--", argument, "\(words.count - 1)", "\(cursor)"] + words)
  }

  @Test func `all cards are offered, and no number`() async throws {
    let person = try await person()
    let outcome = try await completions("show", "", by: person)
    let words = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(words.count == 5 && words.contains("muller_drogerie") && words.contains("gym"))
    // An id may contain these digits by chance.
    #expect(!words.contains { $0.hasPrefix("gym_") })
    for word in words {
      let shown = try await person.types("show", String(word), "--as", "json")
      #expect(shown.status == 0, "\(word)")
    }
  }

  @Test func `nothing is written, and nothing goes wrong where there is no vault`() async throws {
    let person = try await person()
    let mark = try person.file("mark", [])
    for command in ["show", "edit", "use", "spend", "review", "restore", "undo", "history"] {
      #expect(try await completions(command, "", by: person).errors.isEmpty)
    }
    let newer = try await person.runs(
      "/usr/bin/find", [person.home.string, "-newer", mark.string, "-not", "-name", "mark"])
    #expect(newer.output == "")
    let nobody = try await completions("show", "", by: try Person())
    #expect(nobody.status == 0 && nobody.output == "\n" && nobody.errors.isEmpty)
  }

  @Test func `a locked vault gives no names and tags, and asks for nothing`() async throws {
    let person = try Person()
    let passphrase = ["--passphrase-fd", "0"]
    _ = try await person.types(["init"] + passphrase, input: "x\n")
    _ = try await person.types(["add", "--name", "Gym", "--tag", "a"] + passphrase, input: "x\n")
    let outcome = try await completions("show", "", by: person)
    #expect(outcome.status == 0 && outcome.output == "\n" && outcome.errors.isEmpty)
    let tags = try await completions("list", "--tag", "", of: "--tag", by: person)
    #expect(tags.status == 0 && tags.output == "\n" && tags.errors.isEmpty)
  }

  @Test func `tags that were used before are offered, the most used first`() async throws {
    let person = try Person()
    _ = try await person.types("init")
    for tags in ["food", "city gym,food", "Café,café au lait", "$(touch made),-x,a;b"] {
      _ = try await person.types("add", "--name", "Card", "--tag", tags)
    }
    for (command, option) in [
      ("add", "--tag"), ("import", "--tag"), ("list", "--tag"), ("show", "--tag"),
      ("print", "--tag"), ("edit", "--tag"), ("edit", "--untag"), ("edit", "--all-tagged"),
    ] {
      let all = try await completions(command, option, "", of: option, by: person)
      #expect(all.status == 0 && all.errors.isEmpty, "\(command) \(option)")
      #expect(
        all.output.split(separator: "\n") == ["food", "Café", "café au lait", "city gym"],
        "\(command) \(option)")
    }
    for (typed, found) in [
      ("f", "food\n"), ("city\\ g", "city gym\n"), ("caf,FO", "caf,food\n"), ("\"f", "\n"),
    ] {
      let outcome = try await completions("list", "--tag", typed, of: "--tag", by: person)
      #expect(outcome.output == found, "\(typed)")
    }
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("made").string))
  }

  @Test func `the vault that the command line names is the one`() async throws {
    let person = try await person()
    let other = person.home.appending("other").string
    _ = try await person.types("init", "--vault", other)
    _ = try await person.types("add", "--name", "Sauna", "--vault", other)
    let named = try await completions("show", "--vault", other, "", by: person)
    #expect(named.output == "sauna\n")
    let home = try await completions("show", "--vault", "~/other", "", by: person)
    #expect(home.output == "sauna\n")
    let unclear = try await completions("show", "--vault", "$OTHER", "", by: person)
    #expect(unclear.output == "\n")
  }

  @Test func `bash offers names, and runs nothing that is in them`() async throws {
    let person = try await person()
    let script = """
      source <("$0" --generate-completion-script bash)
      COMP_WORDS=("$0" show "$1") COMP_CWORD=2 COMP_LINE="$0 show $1" COMP_POINT=${#COMP_LINE}
      _cardvault "$0" "$1" show
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    for (typed, names) in [("gy", ["gym"]), ("Mü", ["Müller_drogerie"]), ("two", ["two_quotes"])] {
      let outcome = try await person.runs("/bin/bash", ["-c", script, Self.program, typed])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").map(String.init) == names)
    }
    _ = try await person.runs("/bin/bash", ["-c", script, Self.program, ""])
    #expect(!FileManager.default.fileExists(atPath: person.home.appending("made").string))
  }

  @Test func `in place of a command, cards are offered beside commands`() async throws {
    let person = try await person()
    let script = """
      source <("$0" --generate-completion-script bash)
      COMP_WORDS=("$0" "$1") COMP_CWORD=1 COMP_LINE="$0 $1" COMP_POINT=${#COMP_LINE}
      _cardvault "$0" "$1" "$0"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    for (typed, names) in [("gy", ["gym"]), ("mul", ["muller_drogerie"]), ("revi", ["review"])] {
      let outcome = try await person.runs("/bin/bash", ["-c", script, Self.program, typed])
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").map(String.init) == names)
    }
  }

  @Test(arguments: [
    ("bash", "        # Offer subcommand completions\n        __cardvault_add_completions"),
    ("zsh", "subcommands && ret=0\n        __cardvault_custom_complete"),
    (
      "fish",
      #"positional "cardvault" -eq 1' -fka '(__cardvault_custom_completion ---completion show"#
    ),
  ])
  func `every shell's script offers cards there`(shell: String, line: String) async throws {
    let script = try await Person().types("--generate-completion-script", shell).output
    #expect(
      script.contains(line.replacing("subcommands && ret", with: "subcommand subcommands && ret")))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `there is a script`(shell: String) async throws {
    let outcome = try await Person().types("--generate-completion-script", shell)
    #expect(outcome.status == 0 && outcome.output.contains("---completion show -- positional@0"))
    #expect(outcome.output.contains("---completion list -- --tag"))
    let behind = try await Person().types("list", "--generate-completion-script", shell)
    #expect(behind.status == 0 && behind.output == outcome.output)
  }

  @Test func `only a shell's own question completes anything`() async throws {
    let outcome = try await person().types("show", "---completion", "show", "--", "positional@0")
    #expect(outcome.status == 64 && !outcome.output.contains("gym"))
  }
}
