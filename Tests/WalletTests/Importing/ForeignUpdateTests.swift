import Cards
import Foundation
import ReaderLink
import Testing
import VaultStore
import WalletFiles

@testable import Wallet

/// A file that says otherwise than the vault's card is told, and changes nothing.
@Suite struct ForeignUpdateTests {
  private final class Told {
    var words: [String] = []
  }

  private let folder: WalletFolder
  private var vault: Vault { folder.vault }

  init() throws { folder = try WalletFolder() }

  private static func pass(_ fields: String, balance: String = "20") -> String {
    """
    {"formatVersion":1,"passTypeIdentifier":"p","serialNumber":"1","organizationName":"Gym",\(fields)
     "barcode":{"format":"QR","message":"A-7"},"storeCard":{"primaryFields":
     [{"key":"balance","value":\(balance),"currencyCode":"EUR"}]}}
    """
  }

  private func plan(_ text: String) async throws -> ImportOutcome {
    await ImportOutcome(try ForeignReading(text), into: vault)
  }

  private func words(_ text: String) async throws -> [String] {
    let plan = try await plan(text)
    #expect(plan.savedCards.isEmpty)
    return plan.items.map(\.line)
  }

  @Test func `a pass that was renewed says what is new, and the card stays as it is`() async throws
  {
    let old = #""expirationDate":"2026-12-31","#
    try await plan(Self.pass(old)).store(in: vault)
    let cards = await vault.cards
    #expect(try await words(Self.pass(old)) == ["Gym: already there"])
    let new = Self.pass(#""expirationDate":"2027-12-31","voided":true,"#, balance: "8.50")
    #expect(
      try await words(new) == [
        "Gym: already there; the file has another last day (2027-12-31) and another balance "
          + "(8.50 EUR); it is archived in the file"
      ])
    let told = Told()
    var batch = ForeignBatch(into: vault, try ImportRequest())
    _ = try await batch.take(
      [("new.json", .bytes(Array(new.utf8)))],
      .init(
        password: { _, _ in nil }, choice: { _, _ in ForeignChoice() },
        tell: { told.words.append($0.line) },
        onMissing: { _ in }))
    #expect(told.words.count == 1 && batch.outcome.missedCount == 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let report = String(
      decoding: try encoder.encode(batch.outcome), as: UTF8.self)
    #expect(
      report.contains(#"{"field":"expires","from":"2026-12-31","to":"2027-12-31"}"#), "\(report)")
    #expect(await vault.cards == cards)
  }

  @Test func `what a person edited, or the card once had, is no news`() async throws {
    let text = Self.pass(#""expirationDate":"2026-12-31","relevantDate":"2026-01-01","#)
    try await plan(text).store(in: vault)
    var card = try #require(await vault.cards.first)
    card.name = "My gym"
    card.expires = CalendarDate("2028-01-31")
    card.validFrom = nil
    card.balance = Balance(thousandths: 5_000, currency: "EUR")
    card.isArchived = true
    try await vault.save([card])
    #expect(try await words(text) == ["Gym: already there"])
  }

  @Test func `a newer row of Catima's table is told`() async throws {
    let header = "_id,store,cardid,barcodetype,balance,balancetype,archive\n"
    try await plan(header + "1,Gym,A-7,CODE_128,0,,0\n").store(in: vault)
    #expect(
      try await words(header + "1,Gym,A-7,CODE_128,12,EUR,0\n")
        == ["Gym: already there; the file has a balance (12 EUR)"])
    #expect(
      try await words(header + "1,Club,A-7,CODE_128,0,,1\n") == [
        "Gym: already there; renamed there, to “Club”; it is archived in the file"
      ])
  }

  @Test func `our own JSON with another code is told, with the code masked`() async throws {
    let card = Card.sample("Gym", "4006381333931", id: 9)
    try await vault.save([card])
    let json = """
      [{"id":"\(card.id)","name":"Gym","symbologies":["EAN-13"],
        "codes":[{"symbology":"EAN-13","text":"5901234123457"}]}]
      """
    let words = try await words(json)
    #expect(words.count == 1 && words[0].hasPrefix("Gym: already there; the file has another code"))
    #expect(words[0].contains("3457") && !words[0].contains("5901234123457"))
  }

  @Test func `a card of our own comes back from each export without news`() async throws {
    let upc = Barcode(symbology: .upcA, bytes: Array("036000291452".utf8), text: "036000291452")
    try await vault.save([
      Card.sample("Gym", id: 9).with {
        ($0.codes, $0.isArchived) = ([upc], true)
        $0.balance = Balance(thousandths: 5_000, currency: "XYZ")
        $0.expires = CalendarDate("2027-12-31")
      }
    ])
    let card = try #require(await vault.cards.first)
    for text in [CatimaFile.writing([card]).text, PassText.writing(card, by: .unsigned).text] {
      let plan = try await plan(text)
      #expect(plan.items.map(\.updated) == [nil], "\(plan.items.map(\.line))")
    }
  }

  @Test func `our pass finds the card that our JSON brought into another vault`() async throws {
    var card = Card.sample("Gym", "4006381333931", id: 9)
    let bare = Card.sample("Library", id: 8)
    let json = [card, bare].map { card in
      let codes = card.codes.map { #"{"symbology":"\#($0.symbology.name)","text":"\#($0.text)"}"# }
      return
        #"{"id":"\#(card.id)","name":"\#(card.name)","symbologies":[],"codes":[\#(codes.joined())]}"#
    }
    try await plan("[\(json.joined(separator: ","))]").store(in: vault)
    #expect(await vault.cards.count == 2)
    // The pass may hold the code as another kind of barcode.
    card.codes = [.code128("X-4006381333931")]
    for each in [card, bare] {
      let plan = try await plan(PassText.writing(each, by: .unsigned).text)
      #expect(plan.words == "Pass, 1 card: 1 already there", "\(each.name)")
    }
  }

  @Test func `where nothing can be read, nothing was found`() async throws {
    for (table, status) in [
      ("store,cardid\n,1\n", ExitStatus.nothingFound),
      ("store,cardid\n,1\nGym,2\n", ExitStatus.partlyDone),
      ("store,cardid\n,1\nGym,2\n", ExitStatus.partlyDone),
    ] {
      var batch = ForeignBatch(into: vault, try ImportRequest())
      _ = try await batch.take(
        [("a.csv", .bytes(Array(table.utf8)))],
        .init(
          password: { _, _ in nil }, choice: { _, _ in ForeignChoice() }, tell: { _ in },
          onMissing: { _ in }))
      #expect(Failure(importing: batch.outcome)?.status == status)
    }
  }

  @Test func `that the other wallet has a draft reviewed is told as what becomes of it`()
    async throws
  {
    let draft = Card.sample("Gym", "4006381333931", id: 9).with { $0.review = .draft }
    try await vault.save([draft])
    let table = { (name: String, note: String) in
      "_id,store,note,cardid,barcodetype\n1,\(name),\(note),4006381333931,EAN_13\n"
    }
    for (name, note, words) in [
      ("Gym", "", "Gym: is no longer a draft"),
      ("Club", "", "Gym: is no longer a draft, thanks to Club"),
      ("Gym", "Row 3", "Gym: gets what it lacks (note) and is no longer a draft"),
    ] {
      #expect(try await plan(table(name, note)).items.map(\.line) == [words])
    }
  }
}
