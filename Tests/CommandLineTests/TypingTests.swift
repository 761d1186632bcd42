import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Keys that are not characters, on a real terminal.
@Suite struct `Typing` {
  /// Keys that edit nothing: F1 of two kinds of terminals, a lone escape, Ctrl-L, Tab, Up and F1 in 8 bits.
  static let idleKeys = "\u{1B}OP\u{1B}[[A\u{1B}\u{C}\t\u{9B}A\u{8F}P\u{1B}[15~"
  /// Arrows, Delete, F1 of two kinds of terminals, a lone escape, Ctrl-L, Tab and 8-bit CSI.
  static let keys = "\u{1B}[D\u{1B}[3~\u{1B}[1;5C\u{1B}OP\u{1B}[[A\u{1B}\u{C}\t\u{9B}A\u{8F}P"

  @Test func `arrows and control keys get into no field`() async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    let keys = Self.idleKeys
    let outcome = try await person.converses(
      ["import", photo, "--plain"],
      answers: [
        ("Name [", keys + "/code\n"), ("as printed", "47\(keys)11\n"), ("Kind of", keys + "\n"),
        ("Name [", "/tags \(keys)a,\(keys) b\n"), ("Name [", "/expires \(keys)never\n"),
        ("Name [", "Gy\(keys)m [x]\(keys)\n"),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    struct Shown: Decodable {
      struct Code: Decodable { let text: String }
      let name: String
      let tags: [String]
      let codes: [Code]
    }
    let json = try await person.types("show", "Gym", "--as", "json").output
    let card = try JSONDecoder().decode(Shown.self, from: Data(json.utf8))
    #expect(
      card.name == "Gym [x]" && card.tags == ["a", "b"] && card.codes.map(\.text) == ["4711"])
  }

  @Test func `a typed line is edited, and lines typed ahead are kept`() async throws {
    let person = try await Person.withVault()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    // Left, Delete, Home, End in two forms, Backspace, words and the line erased; then the next line at once.
    let edited = "Zyx\u{1B}[D\u{1B}[3~m\u{1B}[H\u{1B}[3~G\u{1B}[4~!\u{7F}\u{1B}OHé \u{17}\u{1B}OF"
    let outcome = try await person.converses(
      ["import", "--plain"] + photos,
      answers: [("Name [", "nothing\u{15}\(edited)\nBäcker 卡\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Bäcker 卡", "Gym"])
  }

  @Test func `a scanner's separators get into a code, but control keys do not`() async throws {
    let person = try await Person.withVault()
    let outcome = try await person.converses(
      ["add", "--name", "A", "--code", "-", "--symbology", "qr"],
      answers: [("Code (not shown):", "12\u{1D}34\(Self.keys)56\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    let json = try await person.types("show", "A", "--as", "json").output
    #expect(json.contains("\"bytes\":\"31321d33343536\""), "\(json)")
  }

  @Test func `stopped at a passphrase, the shell has its echo, and the command continues without`()
    async throws
  {
    let person = try await Person.withVault(passphrase: "Zauberwort")
    let command = Person.executables.appending("cardvault").string
    let outcome = try await person.converses(
      ["-i"],
      answers: [
        ("", "'\(command)' list\n"), ("not shown):", "half\u{1A}"), ("Stopped", "stty -a\n"),
        ("echoke", "fg\n"), ("start again: ", "Zauberwort\n"), ("The vault is empty", "stty -a\n"),
        ("echoke", "exit\n"),
      ], program: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("Zauber") && !outcome.output.contains("half"))
    let shown = outcome.output.components(separatedBy: " echo echoe ").count - 1
    #expect(shown == 2 && !outcome.output.contains(" -echo "), "\(outcome.output)")
  }

  @Test func `Ctrl-Backslash at a passphrase ends it as Ctrl-C does, and shows no memory`()
    async throws
  {
    let person = try await Person.withVault(passphrase: "Zauberwort")
    let command = Person.executables.appending("cardvault").string
    let outcome = try await person.converses(
      ["-i"],
      answers: [
        ("", "'\(command)' list; echo \"=$?=\"\n"), ("not shown):", "half\u{1C}"),
        ("=130=", "stty -a\n"), ("echoke", "exit\n"),
      ], program: "/bin/sh")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("cardvault: interrupted; "), "\(outcome.output)")
    #expect(outcome.output.contains(" echo echoe ") && !outcome.output.contains("half"))
    #expect(!outcome.output.contains("crashed"))
  }

  @Test(
    arguments: ["ABRT", "BUS", "FPE", "ILL", "QUIT", "SEGV", "TRAP"])
  func `no signal that ends it shows its memory`(name: String) async throws {
    let person = try await Person.withVault(passphrase: "Zauberwort")
    let script = try person.file(
      "end",
      Array(
        """
        mkfifo pipe; "$1" list --passphrase-fd 0 < pipe & child=$!
        # Until it runs, which takes its time on a busy machine, a signal may be lost.
        exec 3> pipe; for try in 1 2 3 4 5 6; do
          sleep 0.5; kill -\(name) $child
          sleep 0.1; grep -qs "^State:.Z" /proc/$child/status && break
        done
        exec 3>&-; wait $child
        """.utf8))
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    #expect(name == "QUIT" || outcome.status > 128, "\(outcome.errors)")
    #expect(!outcome.errors.contains("crashed") && !outcome.errors.contains("0x"))
  }

  @Test func `without a shell to resume it, Ctrl-Z shows nothing either`() async throws {
    let person = try await Person.withVault(passphrase: "Zauberwort")
    let outcome = try await person.converses(
      ["list"],
      answers: [("not shown):", "half\u{1A}"), ("start again: ", "Zauberwort\n")])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("Zauber") && outcome.output.contains("The vault is empty"))
  }
}
