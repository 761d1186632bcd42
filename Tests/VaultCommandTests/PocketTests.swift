import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// `cardvault pocket`, with real places.
@Suite struct `A pocket` {
  private static let sealed = "cards.sealed"
  private static let files = [
    "app.webmanifest", sealed, "icon-180.png", "icon-192.png", "icon.svg", "index.html",
    "worker.js",
  ]

  private struct Words: Decodable { let words: String }
  private struct Held: Decodable {
    struct Card: Decodable {
      let name: String
      let pin: String?
    }
    let cards: [Card]
    let published: Int64
  }

  private func filled() async throws -> Person {
    let person = try await Person.withVault()
    for words in [["Gym", "--tag", "sport", "--code", "4711"], ["Gift", "--code", "0815"]] {
      let outcome = try await person.types(["add", "--name"] + words + ["--symbology", "code128"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    _ = try await person.types(["edit", "Gift", "--pin", "-"], input: "2580\n")
    return person
  }

  private func names(_ folder: FilePath) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.string).sorted()
  }

  private func words(_ person: Person, _ target: String = "./site") async throws -> String {
    let outcome = try await person.types("pocket", target, "--words", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Words.self, from: Data(outcome.bytes)).words
  }

  @Test func `is published again under the same words, until there are new ones`() async throws {
    let person = try await filled()
    let site = person.home.appending("site")
    let first = try await person.types("pocket", "./site")
    #expect(first.status == 0 && first.output.hasPrefix("Published: ./site, 2 cards, sealed"))
    #expect(try names(site) == Self.files)
    let words = try await words(person)
    #expect(words.split(separator: " ").count == 6 && first.output.contains("\n  \(words)\n"))
    let again = try await person.types("pocket", site.string, "--tag", "sport")
    #expect(again.status == 0 && !again.output.contains(words), "\(again)")
    #expect(again.output.contains("1 card tagged “sport”,"))
    #expect(try await self.words(person) == words)
    // What was chosen stays chosen, also under new words.
    let anew = try await person.types("pocket", "./site", "--new-words")
    #expect(anew.output.contains("1 card tagged “sport”,"), "\(anew)")
    let newer = try await self.words(person)
    #expect(newer != words && anew.output.contains(newer), "\(anew)")
    #expect(anew.errors.contains("stay readable with the old words"))
    let all = try await person.types("pocket", "./site", "--all", "--with-pins")
    #expect(all.output.contains("2 cards, sealed, with a PIN"), "\(all)")
    let both = try await person.types("pocket", "./site", "--format", "json")
    #expect(both.output.contains(#""pins":1"#) && both.output.contains(#""tags":[]"#), "\(both)")
  }

  @Test(arguments: [false, true])
  func `has the words that open what is there, however publishing ended`(isThere: Bool)
    async throws
  {
    let person = try await filled()
    _ = try await person.types("pocket", "./site")
    let old = try await words(person)
    let site = person.home.appending("site")
    let (memory, copy) = (try memory(person), person.home.appending("copy").string)
    _ = try await person.runs("/bin/cp", ["-a", memory, copy])
    let before = FileManager.default.contents(atPath: site.appending(Self.sealed).string)
    _ = try await person.types("pocket", "./site", "--new-words")
    let new = try await words(person)
    // As if it had been killed after the file was sent, or before.
    let sent = "\(memory)/next"
    try FileManager.default.moveItem(atPath: "\(memory)/published", toPath: sent)
    try FileManager.default.copyItem(atPath: "\(copy)/published", toPath: "\(memory)/published")
    if !isThere { _ = try person.file("site/\(Self.sealed)", Array(try #require(before))) }
    #expect(try await words(person) == (isThere ? new : old))
    #expect(!FileManager.default.fileExists(atPath: sent))
    #expect(try await person.types("pocket", "./site").status == 0)
    #expect(try await words(person) == (isThere ? new : old))
  }

  @Test func `says how to see the words if the result of publishing cannot be printed`()
    async throws
  {
    let person = try await filled()
    let program = Person.executables.appending("cardvault").string
    let outcome = try await person.runs(
      "/bin/sh", ["-c", #"exec "$1" pocket ./site >/dev/full"#, "sh", program])
    #expect(outcome.status == 3, "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("cardvault: error: published, but the result could not be printed"),
      "\(outcome)")
    #expect(outcome.errors.contains("cardvault pocket --words ./site\n"), "\(outcome)")
    #expect(try await !words(person).isEmpty)
  }

  @Test(arguments: [false, true])
  func `has words that are true where new ones could not be published`(isSafe: Bool) async throws {
    let person = try await filled()
    _ = try await person.types("pocket", "./site")
    let words = try await words(person)
    let site = person.home.appending("site").string
    // The place is out of reach, as a stick that is not plugged in; or it takes files of the page, but not the cards.
    if isSafe {
      try FileManager.default.moveItem(atPath: site, toPath: site + "-away")
      _ = try person.file("site", [])
    } else {
      try FileManager.default.moveItem(atPath: "\(site)/\(Self.sealed)", toPath: site + "-sealed")
      try FileManager.default.createDirectory(
        atPath: "\(site)/\(Self.sealed)/kept", withIntermediateDirectories: true)
    }
    let failed = try await person.types("pocket", "./site", "--new-words")
    #expect(failed.status != 0, "\(failed)")
    if isSafe {
      try FileManager.default.removeItem(atPath: site)
      try FileManager.default.moveItem(atPath: site + "-away", toPath: site)
    } else {
      try FileManager.default.removeItem(atPath: "\(site)/\(Self.sealed)")
      try FileManager.default.moveItem(atPath: site + "-sealed", toPath: "\(site)/\(Self.sealed)")
    }
    #expect(try await self.words(person) == words)
    #expect(try await person.types("pocket", "./site").status == 0)
    #expect(try await self.words(person) == words)
  }

  /// What this device remembers of its only pocket.
  private func memory(_ person: Person) throws -> String {
    let path = person.home.appending(".local/state/cardvault/pocket")
    return path.appending(try #require(try names(path).first)).string
  }

  @Test(.enabled(if: IndependentTool.isThere)) func `holds no PIN unless it was asked for`()
    async throws
  {
    let person = try await filled()
    for (options, pin) in [([], nil), (["--with-pins"], "2580")] {
      let outcome = try await person.types(["pocket", "./site"] + options)
      #expect(outcome.output.contains(pin == nil ? "without PINs" : "with a PIN"), "\(outcome)")
      let held = try await opened(person)
      #expect(held.cards.map(\.name) == ["Gift", "Gym"])
      #expect(held.cards.map(\.pin) == [pin, nil])
    }
  }

  /// What the independent reader finds in it.
  private func opened(_ person: Person) async throws -> Held {
    let file = person.home.appending("site/\(Self.sealed)").string
    let outcome = try await person.runs(
      IndependentTool.path, ["pocket", file, "--passphrase-fd", "0"],
      input: try await words(person))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Held.self, from: Data(outcome.bytes))
  }

  @Test(.enabled(if: IndependentTool.isThere))
  func `is newer than the last one, even if the clock was ahead`() async throws {
    let person = try await filled()
    _ = try await person.types("pocket", "./site")
    var newest = Int64(Date(timeIntervalSinceNow: 86_400).timeIntervalSince1970 * 1_000)
    let memory = person.home.appending(".local/state/cardvault/pocket").string
    let notes = try FileManager.default.subpathsOfDirectory(atPath: memory)
      .filter { $0.hasSuffix("/newest") }
    #expect(notes.count == 1)
    for note in notes { try Data("\(newest)".utf8).write(to: URL(filePath: "\(memory)/\(note)")) }
    for _ in 1...2 {
      _ = try await person.types("pocket", "./site")
      let published = try await opened(person).published
      #expect(published > newest)
      newest = published
    }
  }

  @Test func `is compared with what was published, and taken off`() async throws {
    let person = try await filled()
    _ = try await person.types("pocket", "./site")
    #expect(try await person.types("pocket", "./site", "--check").status == 0)
    _ = try person.file("site/worker.js", Array("evil".utf8))
    _ = try person.file("site/CNAME", Array("cards.example.org\n".utf8))
    _ = try person.file("site/evil.js", Array("evil".utf8))
    let check = try await person.types("pocket", "./site", "--check")
    #expect(check.status == 13 && check.errors.contains("missing: worker.js"), "\(check)")
    #expect(check.errors.contains("not of the pocket: evil.js\n"), "\(check)")
    let gone = try await person.types("pocket", "./site", "--remove")
    #expect(gone.status == 0, "\(gone.errors)")
    // What was not ours stays.
    #expect(try names(person.home.appending("site")) == ["CNAME", "evil.js"])
    #expect(try await person.types("pocket", "./site", "--check").status == 14)
    #expect(try await person.types("pocket", "./site", "--remove").status == 15)
  }

  @Test func `is published or removed where that was interrupted before`() async throws {
    let person = try await filled()
    let site = person.home.appending("site")
    func isCutShort() throws {
      _ = try person.file("site/CNAME", Array("cards.example.org\n".utf8))
      for name in [Self.sealed, "index.html"] {
        try FileManager.default.removeItem(atPath: site.appending(name).string)
      }
    }
    #expect(try await person.types("pocket", "./site").status == 0)
    let words = try await words(person)
    try isCutShort()
    let again = try await person.types("pocket", "./site")
    #expect(again.status == 0, "\(again)")
    #expect(try names(site) == (["CNAME"] + Self.files).sorted())
    #expect(try await self.words(person) == words)
    try isCutShort()
    let gone = try await person.types("pocket", "./site", "--remove")
    #expect(gone.status == 0, "\(gone)")
    #expect(try names(site) == ["CNAME"])
    #expect(try await person.types("pocket", "./site", "--remove").status == 14)
    #expect(try await person.types("pocket", "./site").status == 0)
  }

  @Test func `replaces neither other files nor a pocket of which this device knows nothing`()
    async throws
  {
    let (ann, ben) = (try await filled(), try await filled())
    _ = try ann.file("notes.txt", Array("mine".utf8))
    let refused = try await ann.types("pocket", ".")
    #expect(refused.status == 15 && refused.errors.contains("it holds other files"), "\(refused)")
    _ = try await ann.types("pocket", "./site")
    let place = ann.home.appending("site").string
    let other = try await ben.types("pocket", place)
    #expect(other.status == 15 && other.errors.contains("--new-words"), "\(other)")
    let alike = try await ben.types("pocket", place, "--remove")
    #expect(alike.status == 15 && alike.errors.contains("other words"), "\(alike)")
    // He may not know that hers has only some cards.
    let unchosen = try await ben.types("pocket", place, "--new-words")
    #expect(unchosen.status == 15 && unchosen.errors.contains("--new-words --all"), "\(unchosen)")
    #expect(try await ben.types("pocket", place, "--new-words", "--all").status == 0)
    #expect(try await ann.types("pocket", place, "--check").status == 13)
    // Nothing goes out under the old words, as the phone that has them may be lost.
    let sealed = FileManager.default.contents(atPath: "\(place)/\(Self.sealed)")
    let outdated = try await ann.types("pocket", place)
    #expect(outdated.status == 15 && outdated.errors.contains("--new-words"), "\(outdated)")
    #expect(FileManager.default.contents(atPath: "\(place)/\(Self.sealed)") == sealed)
  }

  @Test func `needs new words after the vault's key was changed`() async throws {
    let person = try await filled()
    _ = try await person.types("pocket", "./site")
    let rotated = try await person.types("key", "rotate", "--no-sheet", "--yes")
    #expect(rotated.status == 0 && rotated.errors.contains("pocket --new-words"), "\(rotated)")
    let refused = try await person.types("pocket", "./site")
    #expect(refused.status == 12 && refused.errors.contains("--new-words"), "\(refused)")
    let unchosen = try await person.types("pocket", "./site", "--new-words")
    #expect(unchosen.status == 15 && unchosen.errors.contains("--new-words --all"), "\(unchosen)")
    #expect(try await person.types("pocket", "./site", "--new-words", "--tag", "sport").status == 0)
  }

  @Test func `is one commit without a history, beside files that are not ours`() async throws {
    let person = try await filled()
    let repository = try await person.makesRepository()
    let target = "git:\(repository.string)"
    func git(_ words: String...) async throws -> String {
      try await person.runs("/usr/bin/git", ["--git-dir", repository.string] + words).output
    }
    #expect(try await person.types("pocket", target).status == 0)
    // As a host's own page adds it.
    let blob = try await person.runs(
      "/bin/sh",
      [
        "-c",
        """
        export GIT_DIR=\(repository.string) GIT_INDEX_FILE=\(person.home.string)/index
        git read-tree main && id=$(echo cards.example.org | git hash-object -w --stdin) &&
        git update-index --add --cacheinfo 100644,$id,CNAME &&
        git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@b commit-tree -p main -m host $(git write-tree))
        """,
      ])
    #expect(blob.status == 0, "\(blob.errors)")
    for options in [[], ["--new-words"]] {
      let outcome = try await person.types(["pocket", target] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try await git("log", "--format=%an %s", "main") == "cardvault cardvault pocket\n")
      let there = try await git("ls-tree", "--name-only", "main").split(separator: "\n").map(
        String.init)
      #expect(there.sorted() == (["CNAME"] + Self.files).sorted())
    }
    #expect(try await person.types("pocket", target, "--check").status == 0)
    #expect(try await person.types("pocket", target, "--remove").status == 0)
    #expect(try await git("ls-tree", "--name-only", "main") == "CNAME\n")
    #expect(try await git("log", "--format=%s", "main") == "cardvault pocket\n")
  }

  @Test(arguments: [
    (["CNAME", ".nojekyll"], true), (["CNAME", ".bashrc"], false), ([".bashrc"], false),
  ])
  func `replaces no repository but one with what sets up a host`(files: [String], isFree: Bool)
    async throws
  {
    let person = try await filled()
    let repository = try await person.makesRepository()
    let made = try await person.runs(
      "/bin/sh",
      [
        "-c",
        """
        export GIT_DIR=\(repository.string) GIT_INDEX_FILE=\(person.home.string)/index
        id=$(echo set | git hash-object -w --stdin)
        for name in \(files.joined(separator: " ")); do git update-index --add --cacheinfo 100644,$id,$name; done
        git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@b commit-tree -m mine $(git write-tree))
        """,
      ])
    #expect(made.status == 0, "\(made.errors)")
    func git(_ words: String...) async throws -> String {
      try await person.runs("/usr/bin/git", ["--git-dir", repository.string] + words).output
    }
    let outcome = try await person.types("pocket", "git:\(repository.string)")
    let log = try await git("log", "--format=%s", "main")
    if isFree {
      #expect(outcome.status == 0 && log == "cardvault pocket\n", "\(outcome)")
      let there = try await git("ls-tree", "--name-only", "main").split(separator: "\n")
      #expect(Set(there.map(String.init)) == Set(files + Self.files))
      #expect(try await git("show", "main:CNAME") == "set\n")
    } else {
      #expect(outcome.status == 15 && log == "mine\n", "\(outcome)")
      #expect(outcome.errors.contains("it holds other files"), "\(outcome)")
    }
  }

  @Test func `goes through rclone`() async throws {
    let person = try await filled()
    let box = person.home.appending("box")
    let environment = ["RCLONE_CONFIG_BOX_TYPE": "local"]
    let target = "rclone:box:\(box.string)"
    for words in [[], [], ["--check"]] {
      let outcome = try await person.types(["pocket", target] + words, environment: environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(try names(box) == Self.files)
    _ = try person.file("box/\(Self.sealed)", Array("cut".utf8))
    let check = try await person.types(["pocket", target, "--check"], environment: environment)
    #expect(check.status == 13, "\(check)")
    _ = try person.file("box/notes.txt", Array("mine".utf8))
    let refused = try await person.types(["pocket", target, "--remove"], environment: environment)
    #expect(refused.status == 15 && refused.errors.contains("no pocket"), "\(refused)")
  }

  @Test func `gives a link with the words only when asked`() async throws {
    let person = try await filled()
    let outcome = try await person.types(
      "pocket", "./site", "--link-with-key", "https://cards.example.org/")
    let words = try await words(person)
    #expect(
      outcome.output.hasSuffix(
        "https://cards.example.org/#\(words.replacing(" ", with: "-"))\n"), "\(outcome)")
    #expect(outcome.errors.contains("opens the cards by itself"))
    let json = try await person.types(
      "pocket", "./site", "--format", "json", "--link-with-key", "http://localhost:8000/")
    #expect(json.output.contains("http://localhost:8000/#"), "\(json)")
    for address in ["javascript:x", "http://example.org/", "http://localhost.example.org/"] {
      let refused = try await person.types("pocket", "./site", "--link-with-key", address)
      #expect(refused.status == 64, "\(refused)")
    }
  }
}
