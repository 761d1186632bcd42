import Cards
import CommandLineSupport
import Foundation
import HTTPTypes
import ReaderLink
import Sealing
import SystemPackage
import Testing
import VaultFormat
import VaultStore

@testable import VaultSync
@testable import Wallet
@testable import WalletFiles
@testable import WebApp

/// `Sources/Wallet/JSON.md`, against what is encoded and against the routes of the server.
@Suite struct `The description of JSON` {
  private static let described = DescribedJSON.described

  @Test func `names the routes of the server, with their methods, and no other`() async throws {
    let served = try await ServedVault()
    let calls = try #require(Self.described).calls.map { "\($0.method) /api/\($0.name)" }
    let routes = served.routes.filter { $0.contains(" /api/") }
    #expect(routes.count > 55)
    #expect(Set(calls) == Set(routes) && calls.count == routes.count)
  }

  @Test func `tells a wrong name, a wrong type and what is missing`() throws {
    let described = DescribedJSON(
      """
      ### `A`

      | field | type | value |
      |---|---|---|
      | `x` | text | |
      | `y`, `z` | [B]? | |

      ### `B`: `A` and

      | field | type | value |
      |---|---|---|
      | `n` | number | |
      """)
    func problems(_ json: String, _ type: String) -> [String] {
      var comparison = JSONComparison(with: described)
      comparison.compare(Data(json.utf8), with: type, "it")
      return comparison.problems
    }
    #expect(problems(#"{"x":"","y":[{"x":"","n":1}]}"#, "A").isEmpty)
    #expect(problems(#"[{"x":""}]"#, "[A]").isEmpty && !problems(#"{"x":""}"#, "[A]").isEmpty)
    for wrong in [
      "{}", #"{"x":1}"#, #"{"x":"","w":1}"#, #"{"x":"","y":[{"x":"","n":true}]}"#,
      #"{"x":"","y":[{"n":1}]}"#, #"{"x":"","z":{}}"#,
    ] {
      #expect(problems(wrong, "A").count == 1, "\(wrong)")
    }
    #expect(problems(#"{"pin":"1"}"#, "{pin: text, next: text?}").isEmpty)
    #expect(problems("{}", "{pin: text}").count == 1 && problems("{}", "{}").isEmpty)
    #expect(described.fields(ofCommands: false) == ["A.x", "A.y", "A.z", "B.n"])
  }

  @Test func `has every field that is encoded, and no other`() async throws {
    let described = try #require(Self.described)
    var comparison = JSONComparison(with: described)
    try await Self.encoded(&comparison)
    try await Self.answered(&comparison, described)
    #expect(comparison.problems == [])
    let missing = described.fields(ofCommands: false).subtracting(comparison.met)
    #expect(missing.sorted() == [])
  }
}

// What is encoded from values.
extension `The description of JSON` {
  /// A GS1 code with everything that a code may have.
  private static let code = Barcode(
    symbology: .qrCode, bytes: Array("01095212345432131726123111261399".utf8),
    text: "01095212345432131726123111261399",
    traits: SymbolTraits(
      aimIdentifier: "]Q3", errorCorrection: "M", version: "2", mask: 1, eci: 26, gs1: true,
      readerInitialisation: true, columns: 3, part: .init(index: 1, count: 2, id: "7")))
  private static let book = Barcode(
    symbology: .ean13, bytes: Array("9783161484100".utf8), text: "9783161484100",
    traits: SymbolTraits(addOn: "12"))
  private static let periodical = Barcode(
    symbology: .ean13, bytes: Array("9771234567003".utf8), text: "9771234567003")
  private static let partial = Barcode(
    symbology: .ean13, bytes: Array("40063813339??".utf8), text: "40063813339??")
  private static let moment = Timestamp(milliseconds: 1_795_000_000_000)

  /// A card with a value in every field.
  private static func whole(_ name: String = "Whole") throws -> Card {
    var random = SystemRandomNumberGenerator()
    var card = Card(id: CardID(using: &random), name: name, codes: [code, book, periodical])
    (card.printedNumber, card.holder, card.pin) = ("1234 5678", "Ada", "2580")
    (card.webAddress, card.note, card.tags) = ("https://shop.example", "upstairs", ["food"])
    card.validFrom = CalendarDate(year: 2020, month: 1, day: 1)
    card.expires = try CalendarDate.today()
    card.balance = Balance(thousandths: 20_000, currency: "EUR")
    (card.isOneTime, card.usedAt, card.lastUsed) = (true, moment, moment)
    (card.colour, card.isArchived, card.origin) = (0x3D7050, true, "by hand")
    return card
  }

  private static func encoded(_ comparison: inout JSONComparison) async throws {
    func compare(_ value: some Encodable, _ type: String) throws {
      comparison.compare(try JSONEncoder().encode(value), with: type, type)
    }
    let served = try await ServedVault()
    let vault = try await served.holder.vault()
    var card = try whole()
    let file = PhotoFile(KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xD9]))
    card.photos = [try await vault.store(file, showing: .front)]
    try await vault.save([card])
    let stored = try #require(await vault.card(card.id))
    let moment = await CardMoment(of: vault, on: try .today())
    var shown = CardReport(full: stored, moment)
    shown.pin = card.pin
    try compare(shown, "FullCard")
    try compare(
      ListedCard(CardReport(stored, moment), beside: ListedFields(stored, version: 1)), "ListedCard"
    )
    try compare(PhotoRoutes.Thumbnails.Picture(id: "", data: Data([1])), "Thumbnail")
    let photo = PhotoReport(file, showing: .front)
    try compare(CardReport(exporting: stored, moment, photos: [photo]), "ExportedCard")
    let found = FoundBarcode(
      barcode: book, position: [.init(x: 1, y: 2)], doubt: .weakEvidence)
    try compare(CodeReport(found, page: 1, today: .today()), "Code")
    try compare(CodeReport(partial, today: .today()), "Code")
    try compare(DrawnCode(partial, today: try .today()), "DrawnCode")

    let live = LiveReading.Code(found: found, confidence: 0.5)
    let code = ScannedCode(
      SeenCode(found, key: "1"),
      beside: CodeOnFrame(live, known: stored, today: try .today()))
    let reading = LiveReading(
      width: 9, height: 9, candidate: .init(corners: [.init(x: 1, y: 2)], hint: .tilt))
    try compare(ScanAnswer([code], others: [code], reading), "Frame")

    var sync = SyncOutcome()
    (sync.cardCount, sync.fingerprint, sync.movedCount) = (1, "11111", 0)
    var merge = MergeOutcome()
    merge.back = [.init(id: card.id, name: "", isRestored: true)]
    sync.damagedThere = ["segments/1.segment"]
    try compare(
      PageValue(SyncReport(sync), beside: SyncRoutes.Synced(lines: ["done"])), "Synced")
    try compare(
      PageValue(
        MergeReport(merge, isMade: true),
        beside: MergeRoutes.Merged(words: "", remarks: [""])), "MergedBundle")
    try compare(Notice("", try: .listAll), "Notice")
    try compare(ChangeReport(changed: [card.id], photosKept: 1, words: ""), "Changes")
    try compare(imported(card), "Import")
    try compare(PictureRoutes.Printed(leftOut: [""], pdf: "", words: ""), "WalletCards")
    let refusal = ErrorAnswer(
      error: "", because: "", try: "", field: "name", removed: card.id.description)
    try compare(refusal, "Refusal")
    try compare(
      ForeignExportRoutes.Label(
        name: "", words: "", warning: "", leftOut: [""], problem: refusal,
        symbol: DrawnCode(book, today: try .today()).own.symbol), "Label")
  }
}

extension `The description of JSON` {
  /// An import with an item that has everything, and one that was left out.
  private static func imported(_ card: Card) -> ImportOutcome {
    var changed = ImportItem(
      .changed(card, gaining: ["note"]), of: "a.csv", named: card.name, from: .catima)
    changed.updated = card.noted("other")
    (changed.leftOut, changed.shortened, changed.doubts) = (["extra"], ["note"], [.noCode])
    changed.photos = [ForeignCard.Photo(side: .front, member: "1.jpg")]
    var outcome = ImportOutcome()
    outcome.items = [changed, ImportItem(.noCode(limit: nil), of: "b.jpg")]
    (outcome.wallets, outcome.keptPhotoCount, outcome.columnsLeftOut) = ([.catima], 1, ["login"])
    return outcome
  }
}

// What the server answers.
extension `The description of JSON` {
  private static func answered(
    _ comparison: inout JSONComparison, _ described: DescribedJSON
  ) async throws {
    let (served, session) = try await ServedVault.signedIn()
    let vault = try await served.holder.vault()
    /// Compares an answer with what is described; of several types, with `number`.
    func compare(_ reply: ServedVault.Reply, _ name: String, _ number: Int = 0) throws {
      #expect(reply.status == 200, "\(name): \(reply.text)")
      let call = try #require(described.calls.first { $0.name == name }, "\(name)")
      comparison.compare(Data(reply.body), with: call.types[number], name)
    }
    @discardableResult
    func ask(_ name: String, _ json: String = "{}") async throws -> ServedVault.Reply {
      let reply = try await served.ask(name, json, as: session)
      try compare(reply, name)
      return reply
    }
    func upload(
      _ name: String, _ text: String, _ headers: [String: String] = [:], _ number: Int = 0
    ) async throws -> ServedVault.Reply {
      let reply = try await served.upload(name, Array(text.utf8), headers, as: session)
      try compare(reply, name, number)
      return reply
    }

    // Cards.
    let fields = #""balance":"20EUR","tags":{"add":["food"]},"pin":"1234","expires":"2099-01-01""#
    let gym = try #require(
      try await ask(
        "add",
        #"{"fields":{"name":"Gym","code":"4006381333931","symbology":"EAN-13",\#(fields)}}"#
      ).addedID)
    let twin = try #require(
      try await ask(
        "add", #"{"fields":{"name":"Twin","code":"4006381333931"},"duplicate":true}"#
      ).addedID)
    try await ask("use", #"{"id":"\#(gym)"}"#)
    try await ask("spend", #"{"id":"\#(gym)","amount":"5"}"#)
    try await ask("top-up", #"{"id":"\#(gym)","amount":"5"}"#)
    try compare(try await served.edit(gym, #"{"note":"upstairs"}"#, as: session), "edit")
    try await ask("edit-several", #"{"ids":["\#(gym)","\#(twin)"],"fields":{"favourite":true}}"#)
    try await ask("cards", #"{"words":"gym"}"#)
    try await ask("cards", #"{"words":"gyn"}"#)
    for id in [gym, twin] { try await ask("card", #"{"id":"\#(id)"}"#) }
    try await ask("pin", #"{"id":"\#(gym)"}"#)
    try await ask("check", #"{"code":"4006381333931","symbology":"EAN-13"}"#)
    try await ask("check", #"{"code":"400638133393","symbology":"EAN-13"}"#)
    try await ask("kinds")
    try await ask("complete-tags", #"{"tags":[],"typed":"f"}"#)
    try await ask("distinct-tags", #"{"tags":["Food","food"]}"#)
    try await ask("weigh-passphrase", #"{"passphrase":"password1"}"#)
    try await ask("suggest-passphrase")
    let key = String(repeating: "ab", count: Signature.publicKeyByteCount)
    try await ask("remember", #"{"name":"Firefox on Linux","publicKey":"\#(key)"}"#)
    try await ask("browsers")
    let (empty, newcomer) = try await ServedVault.signedIn(isMissing: true)
    try compare(try await empty.ask("new-vault", as: newcomer), "new-vault")
    try compare(try await empty.ask("create-vault", as: newcomer), "create-vault")

    // What needs a decision, what was changed, and undone.
    let gymID = try #require(CardID(hexadecimal: gym))
    let card = try #require(await vault.card(gymID))
    let kitchen = try served.otherDevice()
    try await kitchen.nameDevice("Kitchen")
    for (device, number) in [(vault, "12345678"), (kitchen, "87654321")] {
      var changed = card
      changed.printedNumber = number
      try await device.save([changed])
    }
    var photos: [CardPhoto] = []
    for last: UInt8 in [1, 2] {
      let file = PhotoFile(KeptPicture(bytes: [0xFF, 0xD8, 0xFF, 0xE0, last, 0xFF, 0xD9]))
      photos.append(try await vault.store(file, showing: .front))
    }
    var photographed = try #require(await vault.card(card.id))
    photographed.photos = photos
    try await vault.save([photographed])
    let conflicts = try await ask("conflicts").json["conflicts"] as? [[String: Any]]
    let values = try #require(conflicts?.first?["values"] as? [[String: Any]])
    let made = try #require(values[0]["made"] as? String)
    let choice = #"{"card":"\#(gym)","field":"number","number":1,"made":"\#(made)"}"#
    try await ask("conflict-value", choice)
    try await ask("resolve", choice)
    try compare(try await served.edit(twin, #"{"balance":"7EUR"}"#, as: session), "edit")
    try await ask("remove-photo", #"{"id":"\#(gym)","side":"front"}"#)
    try await ask("join", #"{"ids":["\#(gym)","\#(twin)"]}"#)
    let past = try await ask("history", #"{"id":"\#(gym)"}"#).json["changes"] as? [[String: Any]]
    let first = try #require(past?.first?["id"] as? String)
    try await ask("undo")
    try await ask("log")
    try await ask("redo")
    try await ask("log")
    try await ask("undo")
    try await ask("remove", #"{"ids":["\#(twin)"]}"#)
    try await ask("cards", #"{"states":"removed"}"#)
    try await ask("cards", #"{"words":"twin"}"#)
    try await ask("restore", #"{"ids":["\#(twin)"]}"#)
    try await ask("restore-to", #"{"id":"\#(gym)","change":"\#(first)"}"#)
    // The other device changed it again, so that the undo goes one change further back.
    try compare(try await served.edit(gym, #"{"note":"one"}"#, as: session), "edit")
    let later = try served.otherDevice()
    try await later.save([try #require(await later.card(card.id)).noted("two")])
    try await ask("undo")

    // Scans, imports and the review.
    let scans = served.locking.scans
    let numbers = ["5901234123457", "9783161484100", "96385074"]
    let keys = numbers.map { number in
      let symbology: Symbology = number.count == 8 ? .ean8 : .ean13
      let code = Barcode(symbology: symbology, bytes: Array(number.utf8), text: number)
      return scans.keep(
        FoundBarcode(
          barcode: code, position: [], doubt: symbology == .ean8 ? .weakEvidence : nil),
        for: session.token.text)
    }
    let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
    try await ask("scan-start")
    try await ask("scan-seen", #"{"keys":[\#(list)]}"#)
    try await ask("scan-text", #"{"key":"\#(keys[2])"}"#)
    try await ask("scan-found", #"{"key":"\#(keys[0])","milliseconds":900}"#)
    try await ask("scan-found", #"{"key":"\#(keys[0])","milliseconds":900}"#)
    try await ask("scan-failed", #"{"reason":"denied"}"#)
    try await ask("scan-add", #"{"keys":[\#(list)]}"#)
    try await ask("scan-add", #"{"keys":["\#(keys[0])"]}"#)
    try await ask("scan-done")
    var drafts = await vault.cards(where: \.isDraft)
    for index in drafts.indices { (drafts[index].origin, drafts[index].tags) = ("a.jpg", ["food"]) }
    try await vault.save(drafts)
    served.locking.crops.keep(
      KeptPicture(bytes: [0xFF, 0xD8]), of: drafts.map(\.id),
      marks: [drafts[0].id: PhotoMark(corners: [[0, 0], [1, 0], [1, 1], [0, 1]])])
    for draft in drafts { try await ask("draft", #"{"id":"\#(draft.id)"}"#) }
    try await ask("review", #"{"id":"\#(drafts[0].id)","action":"skip"}"#)
    let draft = "\(drafts[0].id)"
    let version = try await served.version(of: draft, as: session)
    try await ask(
      "review",
      #"{"id":"\#(draft)","action":"all","drafts":{"\#(draft)":{"version":\#(version)}}}"#)
    let table = "Shop,Card,Until\nBaker,40170725,2099-01-01\nGym,4006381333931,\n"
    let secrets = "name,url,username,password\nBaker,https://a.example,ada,x1\n"
    _ = try await upload("import", table, ["X-Name": "a.csv"], 2)
    _ = try await upload("import", secrets, ["X-Name": "b.csv"], 2)
    let columns = ["X-Name": "a.csv", "X-Columns": "1=name,2=code,3=expires"]
    let preview = try await upload("import", table, columns).json
    let id = try #require(preview["id"] as? String)
    try await ask("import-chosen", #"{"files":[{"id":"\#(id)"}]}"#)
    _ = try await upload("import", table, columns)
    try await ask("import-progress")
    try await ask("import-stop")
    try await ask("import-forget", #"{"ids":["\#(id)"]}"#)

    // The vault.
    try await vault.add([
      LocalCount("read.started", count: 9, milliseconds: 810), LocalCount("read.failed.nocode"),
      LocalCount("read.sure.ean13"),
    ])
    try await ask("statistics")
    try await ask("clear-statistics")
    for more in ["", #","name":"stick""#] {
      try await ask("sync", #"{"target":"\#(served.folder.appending("copy"))"\#(more)}"#)
    }
    try await ask("name-device", #"{"name":"Desk"}"#)
    let segments = served.locations.vault.appending("segments").string
    for name in try FileManager.default.contentsOfDirectory(atPath: segments).prefix(2) {
      try Data([1]).write(to: URL(filePath: segments).appending(path: name))
    }
    try await ask("state")
    try await ask("forget-target", #"{"name":"stick"}"#)
    try await ask("pocket", #"{"target":"\#(served.folder.appending("pocket"))"}"#)
    try await ask("pocket-words", #"{"target":"\#(served.folder.appending("pocket"))"}"#)
    try await ask("pocket-choice", #"{"target":"\#(served.folder.appending("pocket"))"}"#)
    try await ask("verify")
    try await ask("lock")
    let (other, stranger) = try await ServedVault.signedIn(passphrase: "six random words")
    let locked = try await other.ask("state", as: stranger)
    comparison.compare(Data(locked.body), with: "Refusal", "a locked vault")
  }
}

extension Card {
  fileprivate func noted(_ words: String) -> Card {
    var card = self
    card.note = words
    return card
  }
}
