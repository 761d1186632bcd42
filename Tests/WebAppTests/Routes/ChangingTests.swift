import Cards
import Foundation
import Sealing
import SystemPackage
import Testing
import VaultStore

@testable import WebApp

@Suite("Changes through a page")
struct ChangingTests {
  @Test func `a conflict's hidden values are answered one at a time, until it is decided`()
    async throws
  {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    let (one, two) = (try await served.holder.vault(), try served.otherDevice())
    for (vault, pin) in [(one, "4x711"), (two, "9x815")] {
      var changed = card
      changed.pin = pin
      try await vault.save([changed])
    }
    let list = try await served.ask("conflicts", as: session)
    #expect(list.text.contains(#""field":"pin""#))
    #expect(!list.text.contains("4x711") && !list.text.contains("9x815"))
    let conflicts = list.json["conflicts"] as? [[String: Any]]
    let shown = try #require(conflicts?.first?["values"] as? [[String: Any]])
    let moments = shown.compactMap { $0["made"] as? String }
    func choice(_ number: Int, made: String? = nil) -> String {
      let made = made ?? ((1...moments.count).contains(number) ? moments[number - 1] : moments[0])
      return #"{"card":"\#(card.id)","field":"pin","number":\#(number),"made":"\#(made)"}"#
    }
    func asked(_ number: Int) async throws -> ServedVault.Reply {
      let json = choice(number)
      return try await served.ask("conflict-value", json, as: session)
    }
    let values = [try await asked(1), try await asked(2)].map { $0.json["value"] as? String }
    #expect(Set(values) == ["4x711", "9x815"])
    for number in [0, 3, -1, .max, .min] { #expect(try await asked(number).status == 404) }
    // Another value may have that number by now.
    let other = choice(2, made: "2001-01-01T00:00:00Z")
    #expect(try await served.ask("resolve", other, as: session).status == 404)
    #expect(try await served.ask("resolve", choice(2), as: session).status == 200)
    #expect(try await asked(1).status == 404)
    let pin = try await served.ask("pin", #"{"id":"\#(card.id)"}"#, as: session)
    #expect(pin.json["pin"] as? String == values[1])
  }

  @Test func `of several codes, the form has the one whose digits are missing`() async throws {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    let vault = try await served.holder.vault()
    let sure = Barcode(symbology: .ean13, bytes: Array("4006381333931".utf8), text: "4006381333931")
    let partial = Barcode(
      symbology: .ean13, bytes: Array("5412?45678908".utf8), text: "5412?45678908")
    var draft = card
    (draft.codes, draft.review) = ([sure, partial], .doubtfulDraft)
    try await vault.save([draft])
    let checked = try await served.ask(
      "check", #"{"code":"5901234123457","replacing":"\#(card.id)"}"#, as: session)
    #expect(checked.text.contains("differs from the digits that were read"), "\(checked.text)")
    let typed = #"{"code":"5412345678908"}"#
    #expect(try await served.edit("\(card.id)", typed, as: session).status == 200)
    let texts = await vault.card(card.id)?.codes.map(\.text) ?? []
    #expect(texts == ["4006381333931", "5412345678908"])
  }

  @Test func `a card's last change is undone, also another device's`() async throws {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    var changed = card
    changed.note = "from elsewhere"
    try await served.otherDevice().save([changed])
    #expect(try await served.ask("undo", #"{"id":"\#(card.id)"}"#, as: session).status == 200)
    let shown = try await served.ask("card", #"{"id":"\#(card.id)"}"#, as: session)
    #expect(shown.status == 200 && shown.json["note"] == nil)
    let none = #"{"id":"\#(String(repeating: "0", count: 32))"}"#
    #expect(try await served.ask("undo", none, as: session).status == 404)
  }

  @Test func `nothing is saved onto a card that was changed or removed since the page was shown`()
    async throws
  {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    let named = #""id":"\#(card.id)""#
    func version() async throws -> Int? {
      try await served.ask("card", "{\(named)}", as: session).json["version"] as? Int
    }
    let seen = try #require(try await version())
    let use = "{\(named),\"version\":\(seen)}"
    #expect(try await served.ask("use", use, as: session).status == 200)
    // A use alone makes no other card of it.
    #expect(try await version() == seen)
    let other = try served.otherDevice()
    try await other.save([try #require(await other.card(card.id)).noted("elsewhere")])
    let blind = "{\(named),\"fields\":{\"name\":\"Mine\"}}"
    let refused = try await served.ask("edit", blind, as: session)
    #expect(refused.status == 422 && refused.text.contains("which version"), "\(refused.text)")
    let edit = "{\(named),\"version\":\(seen),\"fields\":{\"name\":\"Mine\"}}"
    for (name, json) in [("edit", edit), ("use", use)] {
      let stale = try await served.ask(name, json, as: session)
      #expect(stale.status == 409 && stale.text.contains("was changed meanwhile"), "\(stale.text)")
    }
    let now = try #require(try await version())
    #expect(now != seen)
    let fresh = edit.replacing("\"version\":\(seen)", with: "\"version\":\(now)")
    #expect(try await served.ask("edit", fresh, as: session).status == 200)
    try await served.otherDevice().remove([card.id])
    let gone = try await served.ask("edit", fresh, as: session)
    #expect(gone.status == 404 && gone.json["removed"] as? String == card.id.description)
    #expect(gone.text.contains("“Mine” is not there any more"), "\(gone.text)")
    let restored = try await served.ask("restore", #"{"ids":["\#(card.id)"]}"#, as: session)
    #expect(restored.status == 200 && restored.text.contains("Restored: “Mine”"))
    #expect(try await version() != nil)
  }

  @Test func `the log says what undo and redo would do, and undoes any change`() async throws {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    #expect(try await served.edit("\(card.id)", #"{"note":"x"}"#, as: session).status == 200)
    func log() async throws -> ServedVault.Reply { try await served.ask("log", as: session) }
    func words(_ step: String) async throws -> String? {
      (try await log().json[step] as? [String: Any])?["words"] as? String
    }
    #expect(try await words("undo") == "edited \(card.name) (note)")
    #expect(try await words("redo") == nil)
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(try await words("redo") == "edited \(card.name) (note)")
    // Another tab has changed something since: it would not do what the page says.
    let stale = try await served.ask("redo", #"{"stamp":"0.0"}"#, as: session)
    #expect(stale.status == 409 && stale.text.contains("something else was changed"))
    let redone = try await served.ask("redo", as: session)
    #expect(redone.status == 200 && redone.text.contains("Redone: edited"), "\(redone.text)")
    #expect(try await served.ask("redo", as: session).status == 422)
    let changes = try #require(try await log().json["changes"] as? [[String: Any]])
    let id = try #require(changes.first?["id"] as? String)
    #expect(try await served.ask("undo", #"{"change":"\#(id)"}"#, as: session).status == 200)
    #expect(try await served.ask("undo", #"{"change":"\#(id)"}"#, as: session).status == 422)
    for other in ["", "0", "00000000", "\(id)0"] {
      #expect(try await served.ask("undo", #"{"change":"\#(other)"}"#, as: session).status == 422)
    }
    #expect(await (try served.holder.vault()).cards.isEmpty)
  }

  @Test func `several cards change in one step, which one undo takes back`() async throws {
    let served = try await ServedVault()
    let vault = try await served.holder.vault()
    let made = try await Self.cards(tagged: [["Food"], ["food", "town"], []], in: vault)
    let session = served.sessions.open(keeping: nil)
    let ids = made.map { "\"\($0.id)\"" }.joined(separator: ",")
    func count(_ fields: String) async throws -> Int? {
      let json = #"{"ids":[\#(ids)],"fields":\#(fields)}"#
      let reply = try await served.ask("edit-several", json, as: session)
      return (reply.json["changed"] as? [String])?.count
    }
    func tags() async -> [[String]?] {
      var found: [[String]?] = []
      for card in made { found.append(await vault.card(card.id)?.tags) }
      return found
    }
    let change = #"{"add":["sport","Town"],"remove":["FOOD"]}"#
    #expect(try await count(#"{"tags":\#(change),"favourite":true,"archived":true}"#) == 3)
    #expect(await tags() == [["Town", "sport"], ["sport", "town"], ["Town", "sport"]])
    #expect(await vault.cards.allSatisfy { $0.isFavourite && $0.isArchived })
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(await tags() == made.map(\.tags))
    #expect(await vault.cards.allSatisfy { !$0.isFavourite && !$0.isArchived })
    // Only what changes is counted, and a card that is gone is no obstacle.
    try await vault.remove([made[0].id])
    #expect(try await count(#"{"tags":{"add":["town"]}}"#) == 1)
    #expect(try await count(#"{"tags":{"add":["town"]}}"#) == 0)
  }

  @Test func `several cards, one of which others changed or removed meanwhile, stay as they are`()
    async throws
  {
    let served = try await ServedVault()
    let vault = try await served.holder.vault()
    let made = try await Self.cards(tagged: [["a"], ["b"], ["c"]], in: vault)
    let session = served.sessions.open(keeping: nil)
    let listed = try #require(
      try await served.ask("cards", as: session).json["cards"] as? [[String: Any]])
    func request(_ more: String = "") throws -> String {
      let versions = try listed.map { card in
        let (id, version) = (card["id"] as? String, card["version"] as? Int)
        return "\"\(try #require(id))\":\(try #require(version))"
      }
      let ids = made.map { "\"\($0.id)\"" }.joined(separator: ",")
      return #"{"ids":[\#(ids)],"versions":{\#(versions.joined(separator: ","))}\#(more)}"#
    }
    let edit = try request(#","fields":{"favourite":true}"#)
    try await vault.save([try #require(await vault.card(made[0].id)).noted("theirs")])
    for (call, json) in [("remove", try request()), ("edit-several", edit)] {
      let refused = try await served.ask(call, json, as: session)
      #expect(refused.status == 409 && refused.text.contains("changed meanwhile"))
    }
    try await vault.undo()
    try await vault.remove([made[1].id])
    for (call, json) in [("remove", try request()), ("edit-several", edit)] {
      let refused = try await served.ask(call, json, as: session)
      #expect(refused.status >= 400, "\(refused.text)")
    }
    #expect(await vault.cards.map(\.id).sorted() == [made[0].id, made[2].id].sorted())
    #expect(await vault.cards.allSatisfy { !$0.isFavourite })
  }

  @Test func `an earlier state is not put onto what others changed or removed meanwhile`()
    async throws
  {
    let served = try await ServedVault()
    let vault = try await served.holder.vault()
    let card = try #require(try await Self.cards(tagged: [["a"]], in: vault).first)
    let session = served.sessions.open(keeping: nil)
    try await vault.save([try #require(await vault.card(card.id)).noted("mine")])
    let history = try await served.ask("history", #"{"id":"\#(card.id)"}"#, as: session).json
    let version = try #require(history["version"] as? Int)
    let first = try #require((history["changes"] as? [[String: Any]])?.first?["id"] as? String)
    func restored() async throws -> ServedVault.Reply {
      let json = #"{"id":"\#(card.id)","version":\#(version),"change":"\#(first)"}"#
      return try await served.ask("restore-to", json, as: session)
    }
    try await vault.save([try #require(await vault.card(card.id)).noted("theirs")])
    let changed = try await restored()
    #expect(changed.status == 409 && changed.text.contains("changed meanwhile"))
    try await vault.remove([card.id])
    let removed = try await restored()
    #expect(removed.status >= 400 && removed.text.contains(card.id.description))
    #expect(await vault.cards.isEmpty)
  }

  @Test func `where one of several cards cannot change, none does`() async throws {
    let served = try await ServedVault()
    let vault = try await served.holder.vault()
    // As two devices may have tagged it.
    let full = (0...CardLimits.tagCount + 1).map { "tag \($0)" }
    let made = try await Self.cards(tagged: [[], full], in: vault)
    let session = served.sessions.open(keeping: nil)
    let ids = made.map { "\"\($0.id)\"" }.joined(separator: ",")
    let json = #"{"ids":[\#(ids)],"fields":{"tags":{"add":["one more"]}}}"#
    let refused = try await served.ask("edit-several", json, as: session)
    #expect(refused.status == 422 && refused.json["field"] as? String == "tags")
    #expect(await vault.card(made[0].id)?.tags == [])
    // With more tags than a card may have, it can change otherwise.
    for fields in [#"{"archived":true}"#, #"{"tags":{"remove":["tag 1"]}}"#] {
      let changed = try await served.ask(
        "edit-several", "{\"ids\":[\(ids)],\"fields\":\(fields)}", as: session)
      #expect(changed.status == 200, "\(fields)")
    }
  }

  @Test func `the tags to choose from begin with the most used one`() async throws {
    let served = try await ServedVault()
    _ = try await Self.cards(
      tagged: [["town"], ["town", "Food"], ["art"]], in: try await served.holder.vault())
    let session = served.sessions.open(keeping: nil)
    func offered(_ tags: String, _ typed: String) async throws -> [String]? {
      let json = #"{"tags":[\#(tags)],"typed":"\#(typed)"}"#
      return try await served.ask("complete-tags", json, as: session).json["tags"] as? [String]
    }
    #expect(try await offered("", "") == ["town", "art", "Food"])
    #expect(try await offered("", "FÖ") == ["Food"])
    #expect(try await offered(#""TOWN""#, "") == ["art", "Food"])
  }

  @Test func `tags that a card could not have side by side are one`() async throws {
    let served = try await ServedVault()
    let session = served.sessions.open(keeping: nil)
    let answer = try await served.ask(
      "distinct-tags", #"{"tags":["Łódź","Семья","lodz","СЕМЬЯ","zoo"]}"#, as: session)
    #expect(answer.json["tags"] as? [String] == ["Łódź", "Семья", "zoo"])
  }

  @Test func `a photo is removed, and undo brings it back`() async throws {
    let (served, card) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    let vault = try await served.holder.vault()
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xD9]
    let picture = PhotoFile(KeptPicture(bytes: bytes))
    var changed = card
    changed.photos = [try await vault.store(picture, showing: .back)]
    try await vault.save([changed])
    let back = #"{"id":"\#(card.id)","side":"back"}"#
    #expect(try await served.ask("photo", back, as: session).body == bytes)
    let removed = try await served.ask("remove-photo", back, as: session)
    #expect(removed.json["words"] as? String == "Photo of the back removed: Gym")
    #expect(try await served.ask("remove-photo", back, as: session).status == 404)
    #expect(try await served.ask("undo", as: session).status == 200)
    #expect(try await served.ask("photo", back, as: session).body == bytes)
    for headers in [["X-Card": "\(card.id)"], ["X-Card": "\(card.id)", "X-Side": "other"]] {
      let reply = try await served.upload("keep-photo", bytes, headers, as: session)
      #expect(reply.status == 400)
    }
  }

  @Test func `a bundle is merged with its passphrase, and its cards are drafts`() async throws {
    let (other, _) = try await Self.servedCard()
    let path = other.folder.appending("gift.bundle")
    let words = Array("for you".utf8)
    _ = try await other.holder.vault()
      .export(nil, to: path, passphrase: try Passphrase(words.span), cost: .least)
    let bundle = Array(try Data(contentsOf: URL(filePath: path.string)))
    let (served, session) = try await ServedVault.signedIn()
    func merged(_ passphrase: String, _ bytes: [UInt8]) async throws -> ServedVault.Reply {
      try await served.upload("merge", Array("\(passphrase)\n".utf8) + bytes, as: session)
    }
    #expect(try await merged("", bundle).json["needsPassphrase"] as? String == "bundle")
    for wrong in ["for me", String(repeating: "x", count: 1_025)] {
      let refused = try await merged(wrong, bundle)
      #expect(refused.status == 422 && refused.json["field"] as? String == "passphrase")
    }
    let cut = try await merged("for you", Array(bundle.dropLast(100)))
    #expect(cut.status == 422 && cut.json["field"] == nil)
    #expect(try await merged("for you", []).status == 422)
    let reply = try await merged("for you", bundle)
    #expect(reply.status == 200 && reply.json["drafts"] as? Int == 1)
    let again = try await merged("for you", bundle)
    #expect(again.json["drafts"] as? Int == 0)
    #expect(try await served.holder.vault().cards.map(\.name) == ["Gym"])
  }

  @Test func `an exported bundle is sent whole`() async throws {
    let (served, _) = try await Self.servedCard()
    let session = served.sessions.open(keeping: nil)
    let reply = try await served.ask("export", as: session)
    #expect(reply.status == 200)
    #expect(reply.header("Content-Disposition")?.contains("attachment") == true)
    let merged = try await served.upload("merge", [UInt8(ascii: "\n")] + reply.body, as: session)
    #expect(merged.status == 200)
  }

  private static func cards(tagged tags: [[String]], in vault: Vault) async throws -> [Card] {
    var generator = SystemRandomNumberGenerator()
    let cards = tags.map { tags in
      var card = Card(id: CardID(using: &generator), name: "Gym", codes: [])
      card.tags = tags
      return card
    }
    try await vault.save(cards)
    return cards
  }

  private static func servedCard() async throws -> (ServedVault, Card) {
    let served = try await ServedVault()
    var generator = SystemRandomNumberGenerator()
    let card = Card(id: CardID(using: &generator), name: "Gym", codes: [])
    let vault = try await served.holder.vault()
    try await vault.save([card])
    return (served, await vault.card(card.id) ?? card)
  }
}

extension Card {
  fileprivate func noted(_ words: String) -> Card {
    var card = self
    card.note = words
    return card
  }
}
