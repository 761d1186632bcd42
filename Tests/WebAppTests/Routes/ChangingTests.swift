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
    func asked(_ number: Int) async throws -> ServedVault.Reply {
      let json = #"{"card":"\#(card.id)","field":"pin","number":\#(number)}"#
      return try await served.ask("conflict-value", json, as: session)
    }
    let values = [try await asked(1), try await asked(2)].map { $0.json["value"] as? String }
    #expect(Set(values) == ["4x711", "9x815"])
    let others = [try await asked(0).status, try await asked(3).status]
    #expect(others == [404, 404])
    let choice = #"{"card":"\#(card.id)","field":"pin","number":2}"#
    #expect(try await served.ask("resolve", choice, as: session).status == 200)
    #expect(try await asked(1).status == 404)
    let pin = try await served.ask("pin", #"{"id":"\#(card.id)"}"#, as: session)
    #expect(pin.json["pin"] as? String == values[1])
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
    #expect(try await merged("", bundle).json["needsPassphrase"] as? Bool == true)
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
