import CommandLineSupport
import Foundation
import SystemPackage
import Testing

@Suite struct `Daily use` {
  func sample(_ name: String) -> String { Person.samples.appending(name).string }

  @Test func `a card is added, found, shown, edited and removed`() async throws {
    let person = try Person()
    #expect(try await person.types("init").status == 0)
    let added = try await person.types(
      "add", "--name", "Bäckerei Korn", "--code", "590123412345", "--symbology", "ean-13",
      "--tag", "food", "--expires", "2099-12-31", "--note", "second floor")
    #expect(added.status == 0)
    let listed = try await person.types("list")
    #expect(listed.output.contains("Bäckerei Korn"))
    #expect(listed.output.contains("••••3457"))
    #expect(!listed.output.contains("5901234123457"))
    let text = try await person.types("show", "bäckerei", "--as", "text")
    #expect(text.output == "5901234123457\n")
    let picture = try await person.types("show", "korn", "--color")
    #expect(picture.output.contains("\u{1B}[40m ") && picture.output.contains("5901234123457"))
    let edited = try await person.types(
      "edit", "korn", "--name", "Korn", "--untag", "food", "--tag", "bread", "--expires", "never",
      "--one-time")
    #expect(edited.status == 0)
    let after = try #require(try await person.cards().first)
    #expect(after.name == "Korn" && after.tags == ["bread"] && after.oneTime)
    #expect(after.expires == nil)
    let id = String(after.id.prefix(8))
    #expect(try await person.types("remove", id).status == 64)
    #expect(try await person.types("remove", id, "--yes").status == 0)
    #expect(try await person.cards().isEmpty)
    #expect(try await person.types("show", id).status == 14)
  }

  @Test func `the same photo twice is one card`() async throws {
    let person = try await Person.withVault()
    let photo = sample("ean13-grocer.jpg")
    let first = try await person.types("import", "--no-review", photo)
    #expect(first.status == 0 && first.output.contains("1 card added"))
    let second = try await person.types("import", "--no-review", photo, photo)
    #expect(second.status == 0)
    #expect(second.output.contains("0 cards added") && second.output.contains("2 already there"))
    #expect(try await person.cards().count == 1)
    let third = try await person.types("import", "--no-review", "--duplicate", photo)
    #expect(third.status == 0)
    #expect(try await person.cards().count == 2)
  }

  @Test func `a photo whose code was corrected stays corrected when imported again`() async throws {
    let person = try await Person.withVault()
    let photo = sample("ean13-grocer.jpg")
    _ = try await person.types("import", photo, "--name", "Grocer", "--tag", "food")
    #expect(try await person.types("edit", "Grocer", "--code", "4006381333931").status == 0)
    let again = try await person.types("import", photo, "--no-review")
    #expect(again.output.contains("1 already there"))
    #expect(try await person.types("show", "Grocer", "--as", "text").output == "4006381333931\n")
    let listed = try await person.cards()
    #expect(listed.map(\.name) == ["Grocer"] && listed[0].tags == ["food"])
  }

  @Test func `a code of one card cannot be given to another by mistake`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A", "--code", "4006381333931")
    _ = try await person.types("add", "--name", "B", "--code", "5901234123457")
    #expect(try await person.types("add", "--name", "C", "--code", "4006381333931").status == 15)
    #expect(try await person.types("edit", "B", "--code", "4006381333931").status == 15)
    #expect(try await person.types("edit", "A", "--code", "4006381333931").status == 0)
    #expect(try await person.types("show", "B", "--as", "text").output == "5901234123457\n")
  }

  @Test func `cards record when they were added`() async throws {
    let person = try await Person.withVault()
    let before = Date.now.addingTimeInterval(-2)
    _ = try await person.types("add", "--name", "First")
    let listed = try await person.types("list", "--format", "json")
    struct Dated: Decodable { let added: Date }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let dates = try decoder.decode([Dated].self, from: Data(listed.output.utf8)).map(\.added)
    #expect(dates.count == 1 && dates.allSatisfy { (before...Date.now).contains($0) })
  }

  @Test func `an exact name takes precedence over an id with the same beginning`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Other")
    let id = try #require(try await person.cards().first).id.prefix(6)
    _ = try await person.types("add", "--name", String(id), "--code", "x", "--symbology", "qr")
    #expect(try await person.types("show", String(id), "--as", "text").output == "x\n")
  }

  @Test func `a named import is accepted at once, and only for one code`() async throws {
    let person = try await Person.withVault()
    let one = try await person.types(
      "import", sample("qr-loyalty.jpg"), "--name", "Ondéa", "--tag", "coffee", "--one-time")
    #expect(one.status == 0)
    let card = try #require(try await person.cards().first)
    #expect(card.name == "Ondéa" && card.state == "active" && card.oneTime)
    let several = try await person.types("import", sample("three-codes.jpg"), "--name", "Three")
    #expect(several.status == 64)
    let two = try await person.types(
      "import", sample("upca-tools.jpg"), sample("upce-kiosk.jpg"), "--name", "Two")
    #expect(two.status == 64 && two.errors.contains("2 codes"))
    #expect(try await person.cards().count == 1)
  }

  @Test func `a picture can come from standard input`() async throws {
    let person = try await Person.withVault()
    let photo = [UInt8](try Data(contentsOf: URL(filePath: sample("qr-loyalty.jpg"))))
    let script = try person.file("feed", Array("exec \"$1\" import - --no-review <photo.jpg".utf8))
    _ = try person.file("photo.jpg", photo)
    let outcome = try await person.runs(
      "/bin/sh", [script.string, Person.executables.appending("cardvault").string])
    #expect(outcome.status == 0 && outcome.output.contains("1 card added"))
  }

  @Test func `a card without a code can be shown, but not as a picture`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Bare")
    #expect(try await person.types("show", "Bare", "--as", "svg").status == 14)
    #expect(try await person.types("show", "Bare").status == 0)
    #expect(try await person.types("show", "Bare", "--code-number", "1").status == 64)
  }

  @Test func `if several cards match, they are listed and none is shown`() async throws {
    let person = try await Person.withVault()
    for name in ["Shop A", "Shop B"] {
      _ = try await person.types("add", "--name", name, "--code", name, "--symbology", "qr")
    }
    let outcome = try await person.types("show", "shop")
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("Shop A") && outcome.errors.contains("Shop B"))
    #expect(try await person.types("show", "Shop A", "--as", "text").output == "Shop A\n")
  }

  @Test func `a file written by show is new, whole and private`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "A", "--code", "hello", "--symbology", "qr")
    #expect(try await person.types("show", "A", "--output", "a.png").status == 0)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: person.home.appending("a.png").string)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try await person.types("show", "A", "--output", "a.png").status == 15)
  }

  @Test func `a stranger's code cannot control the terminal`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types(
      "add", "--name", "evil\u{1B}]0;x\u{7}\u{202E}", "--code", "a\u{1B}[2Jb", "--symbology", "qr")
    for words in [["list"], ["show", "evil"], ["show", "evil", "--as", "text"]] {
      let outcome = try await person.types(words, environment: ["COLORFGBG": "15;0"])
      #expect(outcome.status == 0)
      #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("\u{202E}"))
    }
  }

  @Test func `ISBNs are read from books, and from nothing else`() async throws {
    let person = try Person()
    let files = ["ean13-addon5.jpg", "ean13-grocer.jpg", "none.jpg", "broken.jpg"].map(sample)
    let outcome = try await person.types(["read", "--isbn"] + files)
    #expect(outcome.status == 0 && outcome.output == "9781234567897\n" && outcome.errors.isEmpty)
    #expect(try await person.types("read", "--isbn", files[1]).status == 14)
  }

  @Test func `a bare command suggests what to do next`() async throws {
    let person = try Person()
    let before = try await person.types()
    #expect(before.status == 0 && before.output.contains("cardvault init"))
    _ = try await person.types("init")
    _ = try await person.types("add", "--name", "Mine")
    #expect(try await person.types().output.contains("Mine"))
  }

  @Test func `a folder that takes no new files is not said to be missing`() async throws {
    let person = try await Person.withVault()
    let refused = try await person.types("export", "/proc/x")
    #expect(refused.status == 1, "\(refused.errors)")
    #expect(!refused.errors.contains("there is no folder"), "\(refused.errors)")
  }

  @Test func `an import of missing files says that they are missing`() async throws {
    let person = try await Person.withVault()
    let missing = try await person.types("import", "nofile", "--format", "json")
    #expect(missing.status == 14)
    #expect(missing.errors.contains("there is no such file or folder"), "\(missing.errors)")
    #expect(missing.errors.contains("check the name"), "\(missing.errors)")
    _ = try person.file("empty.jpg", [])
    let mixed = try await person.types("import", "nofile", "empty.jpg", "--format", "json")
    #expect(mixed.errors.contains("no code could be read"), "\(mixed.errors)")
  }

  @Test func `a review without drafts changes nothing, as JSON`() async throws {
    let person = try await Person.withVault()
    for words in [["review"], ["review", "--accept-sure"]] {
      let outcome = try await person.types(words + ["--format", "json"])
      #expect(
        outcome.status == 0 && outcome.output.hasPrefix("{\"changed\":[],"), "\(outcome.output)")
    }
  }

  @Test func `what a watching sync tells stands on lines of its own`() async throws {
    let person = try await Person.withVault()
    let tmux = try await Tmux(
      ["sync", "./copy", "--watch"], person, size: (columns: 120, rows: 24))
    var page = try await tmux.page(showing: "Press Ctrl-C to stop.", insteadOf: nil)
    _ = try await person.types("add", "--name", "Gym")
    page = try await tmux.page(showing: "sent 1 file", insteadOf: page)
    await tmux.close()
    let lines = page.filter { !$0.isEmpty }
    #expect(lines.last?.hasPrefix("Last synced ") == true, "\(lines)")
    #expect(lines.count { $0.contains("Last synced ") } == 1, "\(lines)")
    #expect(lines.count { $0.hasPrefix("2") && $0.contains("sent 1 file") } == 2, "\(lines)")
  }
}
