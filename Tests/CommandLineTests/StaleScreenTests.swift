import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// Two processes: what one changes while the other shows a card or asks about it.
@Suite struct `Stale screens` {
  private func person() async throws -> Person {
    let person = try await Person.withVault()
    for (name, code) in [("Gym", "4006381333931"), ("Zoo", "ZOO-1")] {
      let added = try await person.types("add", "--name", name, "--code", code)
      try #require(added.status == 0, "\(added.errors)")
    }
    return person
  }

  private func lastUse(_ name: String, _ person: Person) async throws -> Bool {
    let shown = try await person.types("show", name, "--as", "json").output
    return shown.contains("lastUsed")
  }

  @Test func `a use of a card that was removed is not recorded, and the next card is shown`()
    async throws
  {
    let person = try await person()
    let window = try await Tmux(["show", "zoo"], person, size: (100, 40))
    let page = try await window.page(showing: "Zoo", insteadOf: nil)
    _ = try await person.types("remove", "zoo", "--yes")
    try await window.press(["u"])
    let after = try await window.page(showing: "is not there any more", insteadOf: page)
    #expect(after.joined().contains("Gym"), "\(after)")
    #expect(try await person.names() == ["Gym"])
    // Nothing was saved that undo would have to pass over.
    #expect(try await person.types("undo").output == "Undone: removed Zoo\n")
    #expect(try await !lastUse("zoo", person))
    try await window.press(["q"])
  }

  @Test func `a use of a card that was changed is recorded on the card as it is now`() async throws
  {
    let person = try await person()
    let window = try await Tmux(["show", "zoo"], person, size: (100, 40))
    let page = try await window.page(showing: "Zoo", insteadOf: nil)
    _ = try await person.types("edit", "zoo", "--name", "Zoological garden")
    try await window.press(["u"])
    let after = try await window.page(showing: "Recorded that you used it.", insteadOf: page)
    #expect(after.joined().contains("Zoological garden"), "\(after)")
    #expect(try await lastUse("zoological", person))
    try await window.press(["q"])
  }

  @Test(arguments: [true, false])
  func `a question about a card that others changed removes nothing`(isGone: Bool) async throws {
    let person = try await person()
    let window = try await Tmux(["remove", "zoo"], person, size: (100, 40))
    let page = try await window.page(asking: "Remove “Zoo”?", insteadOf: nil)
    _ = try await person.types(
      isGone ? ["remove", "zoo", "--yes"] : ["edit", "zoo", "--note", "PIN: 4711"])
    try await window.press(["y", "Enter"])
    let words = isGone ? "is not there any more" : "nothing was saved"
    let after = try await window.page(showing: words, insteadOf: page)
    #expect(after.joined().contains(isGone ? "cardvault restore" : "changed meanwhile"), "\(after)")
    #expect(isGone || after.joined().contains("edited note"), "\(after)")
    #expect(!after.joined().contains("4711"))
    #expect(try await person.names() == (isGone ? ["Gym"] : ["Gym", "Zoo"]))
  }

  /// A code that is typed unseen, and a number whose kind is asked for.
  @Test(arguments: [("-", "not shown", "ZOO-444"), ("12345678", "none of these", "n")])
  func `a code that is asked about is not saved onto a card that others changed`(
    code: String, question: String, answer: String
  ) async throws {
    let person = try await person()
    let window = try await Tmux(["edit", "zoo", "--code", code], person, size: (100, 40))
    let page = try await window.page(asking: question, insteadOf: nil)
    _ = try await person.types("edit", "zoo", "--code", "ZOO-555")
    try await window.press([answer, "Enter"])
    _ = try await window.page(showing: "was changed meanwhile: edited code", insteadOf: page)
    #expect(try await person.types("show", "zoo", "--as", "text").output == "ZOO-555\n")
  }

  @Test func `a card that others brought back is not restored once more`() async throws {
    let person = try await person()
    _ = try await person.types("remove", "gym", "zoo", "--yes")
    let window = try await Tmux(["restore"], person, size: (100, 40))
    let page = try await window.page(showing: "Which card?", insteadOf: nil)
    _ = try await person.types("restore", "gym", "zoo")
    try await window.press(["zoo", "Enter"])
    _ = try await window.page(showing: "it is already there", insteadOf: page)
    #expect(try await person.types("undo").output.hasPrefix("Undone: brought back"))
  }

  @Test(arguments: [[], ["--plain"]])
  func `what was typed before a review accepts nothing in it`(options: [String]) async throws {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    _ = try await person.types("import", "--no-review", photo)
    // A shell passes on what was typed while it waited.
    let window = try await Tmux(
      ["review"] + options, person, size: (100, 40), after: 6)
    try await window.press(["Enter", "Enter"])
    _ = try await window.page(showing: "Card 1 of 1", insteadOf: nil)
    try await Task.sleep(for: .milliseconds(500))
    let page = try await window.page(showing: "Card 1 of 1", insteadOf: nil)
    #expect(!page.joined().contains("Reviewed"), "\(page)")
    #expect(try await person.cards().first?.state == "draft")
  }

  @Test(arguments: ["4006381333931", "5901234123457"])
  func `an import changes no card that others changed while it asked`(code: String) async throws {
    let person = try await person()
    let table = person.home.appending("r.csv")
    try "Name,Card number,Expires,Barcode type\nGym,\(code),2027-12-31,EAN-13\n".write(
      toFile: table.string, atomically: true, encoding: .utf8)
    let window = try await Tmux(["import", table.string, "--plain"], person, size: (100, 40))
    let page = try await window.page(asking: "skip the file", insteadOf: nil)
    try await window.press(["Enter"])
    let question = try await window.page(asking: "Import?", insteadOf: page)
    // Another window imports the same file: its card has the same id.
    _ = try await person.types(
      "import", table.string, "--yes", "--columns",
      "Name=name,Card number=code,Expires=expires,Barcode type=symbology")
    let id = try #require(try await person.cards().first { $0.expires == "2027-12-31" }?.id)
    _ = try await person.types("edit", id, "--expires", "2030-01-01")
    try await window.press(["y", "Enter"])
    _ = try await window.page(showing: "1 already there", insteadOf: question)
    let expiries = try await person.cards().map(\.expires)
    #expect(expiries.contains("2030-01-01") && !expiries.contains("2027-12-31"))
  }

  @Test(arguments: [[], ["--plain"]])
  func `a review saves nothing onto a draft that was accepted or discarded`(options: [String])
    async throws
  {
    let person = try await Person.withVault()
    let photos = ["qr-loyalty.jpg", "ean13-grocer.jpg"].map { Person.samples.appending($0).string }
    _ = try await person.types(["import", "--no-review"] + photos)
    let window = try await Tmux(["review"] + options, person, size: (100, 40))
    let page = try await window.page(showing: "Card 1 of 2", insteadOf: nil)
    // In the order of the photos.
    let names = ["qr loyalty", "ean13 grocer"]
    _ = try await person.types("remove", names[0], "--yes")
    try await window.press(["Enter"])
    let next = try await window.page(showing: "is not there any more", insteadOf: page)
    #expect(next.joined().contains("Card 2 of 2"), "\(next)")
    // The next one was accepted elsewhere, with another name.
    _ = try await person.types("edit", names[1], "--accept", "--name", "Grocer")
    try await window.press(["Enter"])
    _ = try await window.page(showing: "Nothing was saved", insteadOf: next)
    #expect(try await person.names() == ["Grocer"])
  }

  @Test func `a conflict that was decided meanwhile is not decided again`() async throws {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym")
    let other = try Person()
    try FileManager.default.createDirectory(
      atPath: other.home.appending(".config/cardvault").string, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: person.keys.string, toPath: other.keys.string)
    let target = person.home.appending("stick").string
    _ = try await person.types("sync", target)
    _ = try await other.types("sync", target)
    _ = try await other.types("edit", "gym", "--note", "B")
    _ = try await person.types("edit", "gym", "--note", "A")
    _ = try await other.types("sync")
    _ = try await person.types("sync")
    let window = try await Tmux(["resolve", "gym"], person, size: (100, 40))
    let page = try await window.page(asking: "Which one stays?", insteadOf: nil)
    let decided = try await person.types("resolve", "gym", "--keep", "note=2")
    try #require(decided.status == 0, "\(decided.errors)")
    let note = try await person.types("show", "gym", "--as", "json").output
    try await window.press(["2", "Enter"])
    _ = try await window.page(showing: "changed meanwhile", insteadOf: page)
    #expect(try await person.types("show", "gym", "--as", "json").output == note)
  }
}
