import CommandLineSupport
import Foundation
import SystemPackage
import Testing

/// A person who reviews drafts: back and forth, and with tags that were used before.
@Suite struct `Reviewing drafts` {
  /// A person with two drafts.
  private func personWithDrafts() async throws -> Person {
    let person = try await Person.withVault()
    let photos = ["ean13-grocer.jpg", "qr-loyalty.jpg"].map { Person.samples.appending($0).string }
    _ = try await person.types(["import", "--no-review"] + photos)
    return person
  }

  @Test func `an accepted card stays accepted, and only a draft is called skipped`() async throws {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review"], person, size: (columns: 80, rows: 24))
    var page = try await tmux.page(showing: "Card 1 of 2", insteadOf: nil)
    for (key, words, place) in [
      ("Enter", "Accepted: ean13 grocer", "Card 2 of 2"),
      ("C-p", "This card is accepted already.", "Card 1 of 2"),
      ("C-n", "Still accepted: ean13 grocer", "Card 2 of 2"),
      ("C-p", "This card is accepted already.", "Card 1 of 2"),
      ("C-n", "Still accepted: ean13 grocer", "Card 2 of 2"),
    ] {
      try await tmux.press([key])
      page = try await tmux.page(showing: words, insteadOf: page)
      let text = page.joined(separator: "\n")
      #expect(text.contains(place) && !text.contains("Skipped"), "\(text)")
    }
    try await tmux.press(["C-n"])
    page = try await tmux.page(showing: "1 draft left", insteadOf: page)
    #expect(page.contains { $0.contains("Reviewed: accepted 1.") }, "\(page)")
    await tmux.close()
    #expect(try await person.names(["--drafts"]) == ["qr loyalty"])
  }

  @Test func `a card that was reviewed is no draft, but is there`() async throws {
    let person = try await personWithDrafts()
    _ = try await person.types("review", "grocer", "--accept-sure")
    for words in [["review", "grocer"], ["review", "grocer", "--accept-sure"]] {
      let outcome = try await person.types(words)
      outcome.expectClear(14, "no draft “grocer”", "“ean13 grocer” is not a draft")
    }
    try await person.types("review", "nothing").expectClear(14, "there is no card “nothing”")
  }

  @Test func `in a usual window, codes larger than the smallest are drawn, too`() async throws {
    let (maker, person) = (try await Person.withVault(), try await Person.withVault())
    let texts = [
      ("QR Code", 25), ("QR Code", 40), ("QR Code", 60), ("PDF417", 60),
    ]
    for (place, (kind, length)) in texts.enumerated() {
      let text = String(String(repeating: "abcdefghij", count: 10).prefix(length))
      _ = try await maker.types(
        "add", "--name", "Card \(place)", "--code", text, "--symbology", kind)
      let photo = person.home.appending("card-\(place).png").string
      let drawn = try await maker.types("show", "card \(place)", "--output", photo)
      try #require(drawn.status == 0, "\(drawn.errors)")
      _ = try await person.types("import", photo, "--no-review")
    }
    let tmux = try await Tmux(["review"], person, size: (columns: 80, rows: 24))
    var page: [String]?
    for number in 1...4 {
      let next = try await tmux.page(showing: "Card \(number) of 4", insteadOf: page)
      let shown = next.joined(separator: "\n")
      let place = try #require(texts.indices.first { shown.contains("card-\($0).png") }, "\(shown)")
      let drawn = next.count { $0.contains(where: { "▀▄█▌▐".contains($0) }) }
      #expect(drawn >= (texts[place].0 == "PDF417" ? 8 : 13), "\(shown)")
      for label in [texts[place].0, "Name", "Tags", "Expires"] {
        #expect(shown.contains(label), "\(shown)")
      }
      page = next
      try await tmux.press(["C-n"])
    }
    await tmux.close()
  }

  @Test func `what is sure is accepted at once, and the doubtful draft is shown next`() async throws
  {
    let person = try await Person.withVault()
    let photo = Person.samples.appending("qr-loyalty.jpg").string
    _ = try await person.types("import", photo, "--no-review")
    _ = try person.file("cards.csv", Array("Shop,Card no\nZoo,A-7\n".utf8))
    _ = try await person.types(
      "import", "cards.csv", "--columns", "Shop=name,Card no=code", "--no-review")
    let tmux = try await Tmux(["review"], person, size: (columns: 80, rows: 24))
    var page = try await tmux.page(showing: "Card 1 of 2", insteadOf: nil)
    try await tmux.press(["C-g"])
    page = try await tmux.page(showing: "Accepted 1 sure draft.", insteadOf: page)
    #expect(page.first?.contains("Card 2 of 2") == true, "\(page)")
    await tmux.close()
    #expect(try await person.names(["--drafts"]) == ["Zoo"])
  }

  @Test func `Right completes a tag that was used before, also one of this review`() async throws {
    let person = try await personWithDrafts()
    _ = try await person.types("add", "--name", "Market", "--tag", "groceries")
    let tmux = try await Tmux(["review"], person, size: (columns: 80, rows: 24))
    var page = try await tmux.page(showing: "Card 1 of 2", insteadOf: nil)
    for (keys, words) in [
      (["Tab", "town, gro"], "→ complete"), (["Right"], "town, groceries"),
      (["Enter"], "Accepted: ean13 grocer"), (["Tab", "tow"], "→ complete"),
      (["Right"], "Tags     town"), (["Enter"], "accepted 2"),
    ] {
      try await tmux.press(keys)
      page = try await tmux.page(showing: words, insteadOf: page)
    }
    await tmux.close()
    #expect(try await person.names(["--tag", "groceries,town"]) == ["ean13 grocer"])
    #expect(try await person.names(["--tag", "town"]) == ["ean13 grocer", "qr loyalty"])
  }

  @Test(arguments: [("C-c", true), ("Escape", false)])
  func `Ctrl-C keeps what was typed, as Esc does`(key: String, isStopped: Bool) async throws {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review"], person, size: (columns: 120, rows: 24))
    var page: [String]?
    for (keys, words) in [
      ([], "Card 1 of 2"), (["Gym", "C-n"], "Skipped: Gym"),
      (["Pool", "Tab", "food", "Tab", "soon"], "Expires  soon"), ([key], "2 drafts left"),
    ] {
      if !keys.isEmpty { try await tmux.press(keys) }
      page = try await tmux.page(showing: words, insteadOf: page)
    }
    let told = try #require(page).joined(separator: "\n")
    for words in [
      "Typed but not accepted yet, and kept: “Gym”", "Typed but not kept: “Pool” (",
      "Expires: soon)",
    ] {
      #expect(told.contains(words), "\(told)")
    }
    #expect(told.contains("stopped; what was saved is kept") == isStopped)
    await tmux.close()
    #expect(try await person.names(["--drafts"]) == ["Gym", "Pool"])
    #expect(try await person.names(["--drafts", "--tag", "food"]) == ["Pool"])
  }

  @Test(arguments: [("Gym", "--drafts", "Gym"), ("/tags food", "--tag=food", "")])
  func `Ctrl-C in an unfinished line keeps what was typed`(
    line: String, option: String, name: String
  )
    async throws
  {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review", "--plain"], person, size: (columns: 120, rows: 24))
    var page = try await tmux.page(asking: "Name [", insteadOf: nil)
    try await tmux.press([line])
    page = try await tmux.page(asking: "> \(line)", insteadOf: nil)
    try await tmux.press(["C-c"])
    page = try await tmux.page(showing: "stopped; what was saved is kept", insteadOf: page)
    #expect(page.joined(separator: "\n").contains("accepted yet, and kept"), "\(page)")
    await tmux.close()
    #expect(try await person.names([option]).contains { name.isEmpty || $0 == name })
  }

  @Test(arguments: [("5901234123457", true), ("5901234123458", false)])
  func `Ctrl-C while a code is corrected keeps what was typed, or says why not`(
    number: String, isValid: Bool
  ) async throws {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review"], person, size: (columns: 120, rows: 24))
    var page: [String]?
    let clear = Array(repeating: "BSpace", count: 13)
    for (keys, words) in [
      ([], "Card 1 of 2"), (["Gym", "C-b"], "Correct the code"),
      (clear + [number], "Number  \(number)"), (["C-c"], "2 drafts left"),
    ] {
      if !keys.isEmpty { try await tmux.press(keys) }
      page = try await tmux.page(showing: words, insteadOf: page)
    }
    let told = try #require(page).joined(separator: "\n")
    #expect(told.contains("stopped; what was saved is kept"), "\(told)")
    #expect(told.contains("This is not a valid EAN-13 number") != isValid, "\(told)")
    await tmux.close()
    #expect(try await person.names(["--drafts"]) == ["Gym", "qr loyalty"])
    let shown = try await person.types("show", "gym", "--as", "text").output
    #expect(shown == (isValid ? "\(number)\n" : "2991044771200\n"))
  }

  @Test func `the form of a card asks before it drops what was typed, and removes no card`()
    async throws
  {
    let person = try await Person.withVault()
    _ = try await person.types("add", "--name", "Gym", "--code", "5901234123457")
    for (answer, name) in [("Escape", "Gym"), ("Enter", "Pool")] {
      let tmux = try await Tmux(["edit", "gym"], person, size: (columns: 100, rows: 24))
      var page = try await tmux.page(showing: "Card 1 of 1", insteadOf: nil)
      #expect(!page.joined().contains("discard"), "\(page)")
      try await tmux.press(["C-d", "Pool", "Escape"])
      page = try await tmux.page(showing: "“Gym”: save what you typed?", insteadOf: page)
      try await tmux.press([answer])
      page = try await tmux.page(
        showing: answer == "Enter" ? "Changed: Pool" : "Nothing to change.", insteadOf: page)
      await tmux.close()
      #expect(try await person.names() == [name])
    }
    let tmux = try await Tmux(["edit", "pool"], person, size: (columns: 100, rows: 24))
    var page = try await tmux.page(showing: "Card 1 of 1", insteadOf: nil)
    try await tmux.press(["Hall"])
    page = try await tmux.page(showing: "Hall", insteadOf: page)
    try await tmux.press(["C-c"])
    page = try await tmux.page(showing: "Typed but not kept: “Pool” (Name: Hall)", insteadOf: page)
    await tmux.close()
    // Line by line, what is entered is saved at once.
    let lines = try await person.converses(
      ["edit", "pool", "--plain"], answers: [("Name [", "/tags town\n"), ("Name [", "/quit\n")])
    #expect(lines.status == 0 && lines.output.contains("Changed: Pool"), "\(lines.output)")
    #expect(try await person.names(["--tag", "town"]) == ["Pool"])
  }

  @Test
  func `what was typed for a draft that others removed is told, and not counted as discarded`()
    async throws
  {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review"], person, size: (columns: 120, rows: 24))
    var page = try await tmux.page(showing: "Card 1 of 2", insteadOf: nil)
    try await tmux.press(["Market", "Tab", "food"])
    page = try await tmux.page(showing: "Tags     food", insteadOf: page)
    _ = try await person.types("remove", "grocer", "--yes")
    try await tmux.press(["Enter"])
    page = try await tmux.page(showing: "is not there any more", insteadOf: page)
    try await tmux.press(["Escape"])
    page = try await tmux.page(showing: "1 draft left", insteadOf: page)
    let told = page.joined(separator: "\n")
    #expect(told.contains("Typed but not kept: “Market” (Name: Market; Tags: food)"), "\(told)")
    #expect(!told.contains("discarded"), "\(told)")
    await tmux.close()
    // In the form of one card, that is an error.
    let form = try await Tmux(["edit", "qr loyalty"], person, size: (columns: 120, rows: 24))
    page = try await form.page(showing: "Card 1 of 1", insteadOf: nil)
    try await form.press(["Club"])
    page = try await form.page(showing: "Club", insteadOf: page)
    _ = try await person.types("remove", "qr", "--yes")
    try await form.press(["Enter"])
    page = try await form.page(showing: "Typed but not kept: “Club”", insteadOf: page)
    #expect(!page.joined().contains("Removed:"), "\(page)")
    await form.close()
  }

  @Test func `line by line, each field is kept once it is entered`() async throws {
    let person = try await personWithDrafts()
    let outcome = try await person.converses(
      ["review", "--plain"], answers: [("Name [", "/tags food\n"), ("Name [", "\u{3}")])
    #expect(outcome.status == 130, "\(outcome.output)")
    #expect(try await person.names(["--drafts", "--tag", "food"]) == ["ean13 grocer"])
  }

  @Test func `the last draft, once discarded, can be taken back there`() async throws {
    let person = try await personWithDrafts()
    let tmux = try await Tmux(["review"], person, size: (columns: 100, rows: 24))
    var page: [String]?
    for (keys, words) in [
      ([], "Card 1 of 2"), (["C-d"], "Card 1 of 1"), (["Cafe", "C-d"], "end the review"),
      (["C-r"], "Undone:"), (["C-r"], "Card 1 of 2"), (["Enter"], "Accepted: ean13 grocer"),
      (["Enter"], "accepted 2"),
    ] {
      if !keys.isEmpty { try await tmux.press(keys) }
      page = try await tmux.page(showing: words, insteadOf: page)
    }
    await tmux.close()
    #expect(try await person.names() == ["Cafe", "ean13 grocer"])
    _ = try await person.types("undo", "--yes")
    let other = try await personWithDrafts()
    let lines = try await other.converses(
      ["review", "--plain"],
      answers: [
        ("Name [", "/skip\n"), ("Name [", "/discard\n"), ("last draft", "/undo\n"),
        ("Name [", "/discard\n"), ("last draft", "\n"),
      ])
    #expect(lines.status == 0, "\(lines.output)")
    #expect(try await other.names(["--drafts"]) == ["ean13 grocer"])
  }

  @Test func `the photo is opened at its page, right after its import`() async throws {
    let person = try await Person.withVault()
    let log = person.home.appending("opened")
    let opener = try person.file("xdg-open", Array("#!/bin/sh\necho \"$1\" >> '\(log)'\n".utf8))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: opener.string)
    let photo = try person.file(
      "one card.jpg",
      Array(
        try Data(
          contentsOf: URL(fileURLWithPath: Person.samples.appending("qr-loyalty.jpg").string))))
    let document = Person.samples.appending("membership.pdf")
    let outcome = try await person.converses(
      ["import", photo.string, document.string],
      answers: [
        ("Card 1 of", "\u{F}"), ("Opened one card.jpg", "\u{E}"), ("Skipped", "\u{F}"),
        ("is on page 1", "\u{1B}"),
      ], environment: ["PATH": "\(person.home):/usr/bin:/bin"])
    #expect(outcome.status == 0, "\(outcome.output)")
    let opened = try String(contentsOfFile: log.string, encoding: .utf8)
    #expect(opened == "\(photo)\nfile://\(document)#page=1\n")
    // Nobody knows later where it was.
    let later = try await person.converses(
      ["review", "--plain"], answers: [("Name [", "/open\n"), ("Name [", "/quit\n")])
    #expect(later.output.contains("It is not known where its photo is."), "\(later.output)")
  }

  @Test func `a terminal with pictures shows the photo, one without never gets one`() async throws {
    let sent = "\u{1B}_Ga=T,f=24,"
    for (variables, isShown) in [(["KITTY_WINDOW_ID": "1"], true), ([:], false)] {
      let person = try await Person.withVault()
      let photo = Person.samples.appending("qr-loyalty.jpg").string
      let outcome = try await person.converses(
        ["import", photo, "--keep-photo"],
        answers: [("Card 1 of 1", ""), (isShown ? sent : "Ctrl-D", "\u{1B}")],
        environment: variables)
      #expect(outcome.status == 0 && outcome.output.contains(sent) == isShown)
      // Later the photo that was kept is shown.
      let later = try await person.converses(
        ["review"], answers: [("Card 1 of 1", ""), (isShown ? sent : "Ctrl-D", "\u{1B}")],
        environment: variables)
      #expect(later.status == 0 && later.output.contains(sent) == isShown)
    }
  }

  @Test func `the review after an import counts its drafts, and those that are older apart`()
    async throws
  {
    let person = try await personWithDrafts()
    let photos = ["qr-loyalty.jpg", "three-codes.jpg"].map { Person.samples.appending($0).string }
    let outcome = try await person.converses(
      ["import"] + photos, answers: [("Card 1 of 4", "\u{1B}")])
    #expect(
      outcome.output.contains("4 drafts left, and 1 older: cardvault review"), "\(outcome.output)")
  }

  @Test func `line by line, an accepted card is shown as such, and all passes it`() async throws {
    let person = try await personWithDrafts()
    let outcome = try await person.converses(
      ["review", "--plain"],
      answers: [
        ("Name [ean13 grocer]", "Grocer\n"), ("Name [qr loyalty]", "/back\n"),
        ("This card is accepted already.", ""), ("Name [Grocer]", "/skip\n"),
        ("Name [qr loyalty]", "/back\n"), ("Name [Grocer]", "/all\n"),
        ("Accepted 1 sure draft.", ""), ("accepted 2", ""),
      ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await person.names() == ["Grocer", "qr loyalty"])
  }
}
