import CommandLineSupport
import Cpictures
import Foundation
import SystemPackage
import Testing

/// Restoring a key file from a recovery sheet.
@Suite struct `Key restore` {
  struct Report: Decodable {
    let file: String
    let fingerprint: String?
    let isNew: Bool
    let isWrapped: Bool
    let keyID: String
  }

  /// Restores on a machine that has nothing yet.
  func restore(
    _ words: String..., on machine: Person, input: String = ""
  ) async throws -> Person.Outcome {
    try await machine.types(["key", "restore"] + words, input: input)
  }

  func keyFile(_ machine: Person, _ owner: SheetOwner) -> String? {
    try? String(contentsOfFile: machine.keys.appending(owner.keyID).string, encoding: .ascii)
  }

  @Test(arguments: [false, true])
  func `the key is restored unchanged from photos of the sheet`(isWrapped: Bool) async throws {
    let owner = try await SheetOwner(isWrapped: isWrapped)
    #expect(try await owner.makesSheet().status == 0)
    let png = try owner.png
    for (name, shot) in cpictures_shot.all {
      let machine = try Person()
      let photo = try machine.file("photo.jpg", shot.photo(of: png))
      let outcome = try await restore(photo.string, "--format", "json", on: machine)
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      guard outcome.status == 0 else { continue }
      let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
      #expect(report.isNew && report.isWrapped == isWrapped && report.keyID == owner.keyID)
      #expect(keyFile(machine, owner) == owner.line + "\n")
      #expect(!owner.isTold(in: outcome))
    }
  }

  @Test func `the PDF and a PNG of the code alone also work`() async throws {
    let owner = try await SheetOwner()
    _ = try await owner.makesSheet()
    let machine = try Person()
    let pdf = owner.person.home.appending("\(owner.stem).pdf").string
    let outcome = try await restore(pdf, on: machine)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(keyFile(machine, owner) == owner.line + "\n")
    let folder = try FileManager.default.attributesOfItem(atPath: machine.keys.string)
    let file = try FileManager.default.attributesOfItem(
      atPath: machine.keys.appending(owner.keyID).string)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(file[.posixPermissions] as? Int == 0o600)
    #expect(
      outcome.output.contains("Fingerprint  ")
        && outcome.errors.contains("Next: cardvault sync TARGET\n"))
  }

  @Test func `the next command is for the vault and the key file that were named`() async throws {
    let owner = try await SheetOwner()
    let machine = try Person()
    let path = try machine.file("key.txt", Array(owner.line.utf8))
    let outcome = try await restore(
      path.string, "--vault", "trial", "--key-file", "trial.key", on: machine)
    #expect(
      outcome.errors.contains(
        "Next: cardvault --vault trial --key-file trial.key sync TARGET\n"),
      "\(outcome.errors)")
  }

  @Test(arguments: [false, true])
  func `the sheet's groups are read from a text file and from standard input`(
    isWrapped: Bool
  ) async throws {
    let owner = try await SheetOwner(isWrapped: isWrapped)
    let texts: [String] = [
      owner.lines.joined(separator: "\n").uppercased(), owner.groups.joined(),
      owner.groups.joined(separator: "-") + "\r\n", owner.line, owner.line.uppercased() + "\n",
    ]
    for text in texts {
      let machine = try Person()
      let typed = try await restore("-", on: machine, input: text)
      #expect(typed.status == 0, "\(typed.errors)")
      #expect(keyFile(machine, owner) == owner.line + "\n")
      let other = try Person()
      let path = try other.file("key.txt", Array(text.utf8))
      #expect(try await restore(path.string, on: other).status == 0)
      #expect(keyFile(other, owner) == owner.line + "\n")
    }
  }

  @Test func `a mistyped group is named by its number, and nothing is written`() async throws {
    let owner = try await SheetOwner()
    for wrong in [0, 7, 14] {
      var groups = owner.groups
      // One wrong character, which the group's check always detects.
      groups[wrong] = (groups[wrong].hasPrefix("q") ? "p" : "q") + groups[wrong].dropFirst()
      let machine = try Person()
      let outcome = try await restore("-", on: machine, input: groups.joined(separator: " "))
      #expect(outcome.status == 12)
      #expect(outcome.errors.contains("group \(wrong + 1) contains an error"), "\(outcome.errors)")
      #expect(!outcome.errors.contains(groups[wrong]) && !owner.isTold(in: outcome))
      #expect(!FileManager.default.fileExists(atPath: machine.keys.string))
    }
  }

  @Test(arguments: ["", "\n", "hello", "cardvault-key1qqqq", "5901234123457"])
  func `text that is not a key is refused`(text: String) async throws {
    let machine = try Person()
    let outcome = try await restore("-", on: machine, input: text)
    #expect(outcome.status == 12 && outcome.errors.contains("no key was restored"))
    #expect(!FileManager.default.fileExists(atPath: machine.keys.string))
  }

  @Test(arguments: ["", "\n", " \t\r\n"])
  func `empty input is reported as empty`(text: String) async throws {
    let machine = try Person()
    let file = try machine.file("key.txt", Array(text.utf8)).string
    for source in ["-", file] {
      let outcome = try await restore(source, on: machine, input: text)
      #expect(outcome.status == 12 && outcome.errors.contains("is empty"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("group"), "\(outcome.errors)")
    }
  }

  @Test func `photos without a key, and files of other kinds, give clear errors`() async throws {
    let machine = try Person()
    let cut = try machine.file("cut.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
    for (path, words) in [
      (Person.samples.appending("qr-loyalty.jpg").string, "shows no key"),
      (cut.string, "was not read"), ("/bin/true", "not a picture"),
      ("nothing.jpg", "there is no file nothing.jpg"),
      (machine.home.string, "is not a file"),
    ] as [(String, String)] {
      let outcome = try await restore(path, on: machine)
      #expect([14, 64].contains(outcome.status), "\(path)")
      #expect(
        outcome.errors.contains(words) && outcome.errors.contains("try:"), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: machine.keys.string))
  }

  @Test func `two sheets on one photo are refused`() async throws {
    var pages: [UInt8] = []
    var size = (width: 0, height: 0)
    for _ in 0..<2 {
      let owner = try await SheetOwner()
      _ = try await owner.makesSheet()
      let page = try GreyPage("\(owner.person.home)/\(owner.stem).png")
      pages += page.levels
      size = (page.width, page.height + size.height)
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = unsafe cpictures_save(
      pages, Int32(size.width), Int32(size.height), 1, ".png", cpictures_storage(), &bytes, &count)
    try #require(status == 0)
    let start = unsafe try #require(bytes)
    defer { unsafe free(start) }
    let machine = try Person()
    let photo = try machine.file(
      "both.png", unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    let outcome = try await restore(photo.string, on: machine)
    #expect(outcome.status == 15 && outcome.errors.contains("several keys"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: machine.keys.string))
  }

  @Test func `the same key is recognised, and another one is never overwritten`() async throws {
    let owner = try await SheetOwner()
    let same = try await restore("-", "--format", "json", on: owner.person, input: owner.line)
    #expect(same.status == 0)
    #expect(try !JSONDecoder().decode(Report.self, from: Data(same.output.utf8)).isNew)
    let other = try await SheetOwner()
    let path = owner.person.keys.appending(owner.keyID).string
    let before = FileManager.default.contents(atPath: path)
    let clash = try await restore("-", "--key-file", path, on: owner.person, input: other.line)
    #expect(clash.status == 15 && clash.errors.contains("it is not overwritten"), "\(clash.errors)")
    #expect(FileManager.default.contents(atPath: path) == before)
    // Something else at the key's path.
    let machine = try Person()
    try FileManager.default.createDirectory(
      atPath: machine.keys.string, withIntermediateDirectories: true)
    try Data("?".utf8).write(to: URL(filePath: machine.keys.appending(other.keyID).string))
    let strange = try await restore("-", on: machine, input: other.line)
    #expect(strange.status == 15 && strange.errors.contains("move that file away"))
    let left = FileManager.default.contents(atPath: machine.keys.appending(other.keyID).string)
    #expect(left == Data("?".utf8))
  }

  @Test func `a restored key opens a copy of the vault`() async throws {
    let owner = try await SheetOwner(isWrapped: true)
    let added = try await owner.person.types(
      "add", "--name", "Grocer", "--passphrase-fd", "0", input: owner.input)
    #expect(added.status == 0)
    let machine = try Person()
    try FileManager.default.createDirectory(
      atPath: machine.vault.removingLastComponent().string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: owner.person.vault.string, toPath: machine.vault.string)
    let restored = try await restore("-", on: machine, input: owner.lines.joined(separator: " "))
    #expect(restored.status == 0 && restored.errors.contains("Next: cardvault list"))
    let listed = try await machine.types("list", "--passphrase-fd", "0", input: owner.input)
    #expect(listed.output.contains("Grocer"), "\(listed.errors)")
  }

  @Test func `a key is never restored into a vault`() async throws {
    let owner = try await SheetOwner()
    let inside = owner.person.vault.appending("keys/key").string
    let outcome = try await restore("-", "--key-file", inside, on: owner.person, input: owner.line)
    #expect(outcome.status != 0)
    #expect(!FileManager.default.fileExists(atPath: inside))
  }

  @Test func `typed on a terminal, a wrong line is named at once and typed again`() async throws {
    let owner = try await SheetOwner()
    let lines = owner.lines
    let machine = try Person()
    var wrong = Array(lines[1])
    wrong[7] = wrong[7] == "q" ? "p" : "q"
    let outcome = try await machine.converses(
      ["key", "restore", "-"],
      answers: [
        ("Line 1:", lines[0].uppercased() + "\n"), ("Line 2:", String(wrong) + "\n"),
        ("the second group in line 2", ""), ("Line 2:", lines[1] + "\n"), ("Line 3:", "\n"),
        ("Line 3:", lines[2] + "\n"), ("The key is restored", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(keyFile(machine, owner) == owner.line + "\n")
    #expect(!owner.isTold(in: outcome))
    for group in owner.groups where group.count == 5 { #expect(!outcome.output.contains(group)) }
  }

  @Test func `a wrapped key is typed on a terminal, its parts too, and Ctrl-D writes nothing`()
    async throws
  {
    let owner = try await SheetOwner(isWrapped: true)
    let machine = try Person()
    var answers: [(wait: String, type: String)] = []
    for (index, line) in owner.lines.enumerated() {
      guard index == 4 else {
        answers.append(("Line \(index + 1):", line + "\n"))
        continue
      }
      answers.append(("Line 5:", line.prefix(17) + "\n"))
      answers.append(("Line 5, after group 3:", line.dropFirst(18) + "\n"))
    }
    let outcome = try await machine.converses(["key", "restore", "-"], answers: answers)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(keyFile(machine, owner) == owner.line + "\n")
    let other = try Person()
    let ended = try await other.converses(
      ["key", "restore", "-"], answers: Array(answers.prefix(2)) + [("Line 3:", "\u{4}")])
    #expect(ended.status == 12 && ended.output.contains("ended before"), "\(ended.output)")
    #expect(!FileManager.default.fileExists(atPath: other.keys.string))
  }
}
