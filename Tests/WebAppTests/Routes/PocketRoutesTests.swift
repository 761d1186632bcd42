import Cards
import Foundation
import SystemPackage
import Testing
import VaultFormat
import VaultStore

@testable import WebApp

/// Pockets that a page publishes.
@Suite struct `A pocket of a page` {
  private let served: ServedVault
  private let session: Sessions.Session
  private let target: String

  init() async throws {
    (served, session) = try await ServedVault.signedIn()
    target = #""target":"\#(served.folder.appending("site"))""#
    let added = try await served.ask(
      "add", #"{"fields":{"name":"Gym","tags":{"add":["gym"],"remove":[]}}}"#, as: session)
    #expect(added.status == 200, "\(added.text)")
    #expect(try await served.ask("add", #"{"fields":{"name":"Gift"}}"#, as: session).status == 200)
  }

  private func ask(_ name: String, _ more: String = "") async throws -> ServedVault.Reply {
    try await served.ask(name, "{\(target)\(more)}", as: session)
  }

  @Test func `keeps its choice, which is told before it is published again`() async throws {
    let none = try await ask("pocket-choice")
    #expect(none.status == 200 && none.json.isEmpty, "\(none.text)")
    let first = try await ask("pocket", #","choice":{"tags":["gym"],"withPINs":true}"#)
    #expect(first.text.contains("1 card tagged “gym”"), "\(first.text)")
    #expect(try await ask("pocket-choice").json["choice"] as? String == "tagged “gym”, with PINs")
    #expect(try await ask("pocket").text.contains("1 card tagged “gym”"))
    _ = try await ask("pocket", #","choice":{"tags":[],"withPINs":false}"#)
    #expect(try await ask("pocket-choice").json["choice"] as? String == "all in use, without PINs")
  }

  @Test func `has its words told one at a time, and never after a lock`() async throws {
    #expect(try await ask("pocket").status == 200)
    let places = served.locations.stateDirectory.appending("pocket")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: places.string).first)
    // As if another program were publishing there.
    guard let held = try FolderLock(try Folder(places.appending(name))) else {
      Issue.record("the pocket's folder is locked already")
      return
    }
    let replies = try await withThrowingTaskGroup(of: ServedVault.Reply.self) { group in
      for _ in 1...2 { group.addTask { try await ask("pocket-words") } }
      // One waits for that program; the other one is refused at once.
      var replies = [try #require(try await group.next())]
      served.holder.lock()
      for try await reply in group { replies.append(reply) }
      return replies
    }
    #expect(replies[0].text.contains("a pocket is being published"), "\(replies[0].text)")
    #expect(replies[1].status == 423, "\(replies[1].text)")
    #expect(replies.allSatisfy { $0.json["words"] == nil })
    _ = consume held
    try await served.holder.open()
    #expect(try await ask("pocket-words").json["words"] != nil)
  }
}
