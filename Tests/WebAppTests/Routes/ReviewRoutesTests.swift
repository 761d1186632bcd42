import Cards
import Foundation
import Testing
import VaultStore
import Wallet

@testable import WebApp

/// A review through a page: one call takes an action, and answers the draft that comes next.
@Suite struct ReviewRoutesTests {
  private let served: ServedVault
  private let session: Sessions.Session
  private let ids: [CardID]

  init() async throws {
    (served, session) = try await ServedVault.signedIn()
    let vault = try await served.holder.vault()
    var random = SystemRandomNumberGenerator()
    let drafts = ["A", "B", "C"].map { name in
      var card = Card(id: CardID(using: &random), name: name, codes: [])
      card.review = name == "B" ? .doubtfulDraft : .draft
      return card
    }
    ids = drafts.map(\.id)
    try await vault.save(drafts)
  }

  private func take(
    _ action: String, _ index: Int, _ fields: String = "{}", more: String = ""
  ) async throws -> ServedVault.Reply {
    try await served.ask(
      "review",
      #"{"id":"\#(ids[index])","action":"\#(action)","fields":\#(fields)\#(more)}"#, as: session)
  }

  /// Drafts as a page lists them, with what was typed over their names.
  private func listed(_ drafts: [(Int, String?)]) async throws -> String {
    var each: [String] = []
    for (index, name) in drafts {
      let version = try await served.version(of: "\(ids[index])", as: session)
      let typed = name.map { #","name":"\#($0)""# } ?? ""
      each.append(#""\#(ids[index])":{"version":\#(version)\#(typed)}"#)
    }
    return #","drafts":{\#(each.joined(separator: ","))}"#
  }

  private func stored(_ index: Int) async throws -> Card? {
    try await served.holder.vault().card(ids[index])
  }

  @Test func `each action answers the draft that comes next, and the first one after the last`()
    async throws
  {
    let first = try await served.ask("draft", as: session)
    #expect(first.draft("name") == "A" && first.number("position") == 1)
    #expect(first.actions == ["accept", "code", "skip", "discard", "all", "quit"])
    let second = try await take("accept", 0, #"{"name":"Gym"}"#)
    #expect(second.json["words"] as? String == "Accepted: Gym" && second.draft("name") == "B")
    #expect(second.json["isChange"] as? Bool == true && second.number("count") == 2)
    #expect(try await stored(0)?.review == .accepted)
    let third = try await take("skip", 1, #"{"note":"left"}"#)
    #expect(third.draft("name") == "C" && third.actions.contains("back"))
    let kept = try await stored(1)
    #expect(kept?.note == "left" && kept?.isDraft == true)
    #expect(try await take("skip", 2).draft("name") == "B")
    #expect(try await take("back", 2).draft("name") == "B")
    #expect(try await take("discard", 2).draft("name") == "B")
    #expect(try await stored(2) == nil)
    let last = try await take("accept", 1)
    #expect(last.status == 200 && last.json["draft"] == nil)
    #expect(try await served.ask("draft", as: session).json.isEmpty)
  }

  @Test func `sure drafts are accepted as named, and what was typed for a doubtful one is kept`()
    async throws
  {
    let drafts = try await listed([(0, "Gym"), (1, "Worn"), (2, nil)])
    let reply = try await take("all", 1, #"{"note":"left"}"#, more: drafts)
    #expect(reply.json["words"] as? String == "Accepted 2 sure drafts.")
    #expect(reply.draft("name") == "B" && !reply.actions.contains("all"))
    #expect(try await stored(0)?.name == "Gym")
    #expect(try await stored(2)?.name == "C")
    let kept = try await stored(1)
    #expect(kept?.note == "left" && kept?.review == .doubtfulDraft)
    // One undo undoes both.
    #expect(try await served.ask("undo", as: session).status == 200)
    let first = try await stored(0)
    #expect(first?.isDraft == true && first?.name == "A")
    #expect(try await stored(1)?.note == "")
  }

  @Test func `of sure drafts, only those that a person saw are accepted, as they were seen`()
    async throws
  {
    let one = try await listed([(0, "Gym")])
    #expect(try await take("all", 0).status == 400)
    #expect(try await take("skip", 0, more: one).status == 400)
    let stale = #","drafts":{"\#(ids[0])":{"name":"Gym","version":9}}"#
    #expect(try await take("all", 0, more: stale).status == 409)
    let blank = try await take("all", 2, more: try await listed([(0, " ")]))
    #expect(blank.status == 422 && blank.json["field"] as? String == "\(ids[0])")
    #expect(try await stored(0)?.isDraft == true)
    let reply = try await take("all", 2, more: one)
    #expect(reply.json["words"] as? String == "Accepted 1 sure draft.")
    #expect(try await stored(0)?.name == "Gym")
    #expect(try await stored(2)?.isDraft == true)
  }

  @Test func `a draft that is gone is refused, and so are a wrong field and an unknown action`()
    async throws
  {
    #expect(try await take("keep", 0).status == 400)
    let refused = try await take("skip", 0, #"{"expires":"soon"}"#)
    #expect(refused.status == 422 && refused.json["field"] as? String == "expires")
    #expect(try await take("accept", 0).status == 200)
    #expect(try await take("accept", 0).status == 404)
    #expect(try await take("skip", 0, #"{"note":"late"}"#).status == 404)
    #expect(try await stored(0)?.note == "")
  }

  @Test func `the page sends actions of the review's keys`() throws {
    let page = try String(
      contentsOf: SiteFilesTests.folder.appending(path: "review/review.js"), encoding: .utf8)
    let sent = page.matches(of: #/(?:take|offers)\("([a-z]+)"/#).map { String($0.1) }
    #expect(Set(sent) == ["accept", "all", "back", "discard", "join", "skip"])
    #expect(sent.allSatisfy { ReviewKey.action(of: $0) != nil })
  }
}

extension ServedVault.Reply {
  private var draft: [String: Any] { json["draft"] as? [String: Any] ?? [:] }

  fileprivate var actions: [String] { draft["actions"] as? [String] ?? [] }

  fileprivate func draft(_ field: String) -> String? { draft[field] as? String }

  fileprivate func number(_ field: String) -> Int? { draft[field] as? Int }
}
