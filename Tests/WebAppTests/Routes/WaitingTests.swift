import Cards
import Testing
import VaultStore

@testable import WebApp

/// Pages that are up to date, and wait for a change.
@Suite struct WaitingTests {
  /// One more than may wait at once.
  private static let count = 17

  private let served: ServedVault
  private let session: Sessions.Session
  /// The stamp of what the pages show.
  private let seen: String

  init() async throws {
    (served, session) = try await ServedVault.signedIn(idleLimit: .seconds(600))
    seen = try #require(
      try await served.ask("state", as: session, quietly: true).header("X-Cardvault-Stamp"))
  }

  /// Has pages wait until something happens, which it does once all that may are waiting; answers what each was told.
  private func waits(
    until something: @escaping @Sendable () async throws -> Void
  ) async throws -> [ServedVault.Reply] {
    try await withThrowingTaskGroup(of: ServedVault.Reply.self) { group in
      for _ in 0..<Self.count {
        group.addTask {
          try await served.ask("state", #"{"seen":"\#(seen)"}"#, as: session, quietly: true)
        }
      }
      // The one too many is answered at once.
      var replies = [try #require(try await group.next())]
      try await something()
      for try await reply in group { replies.append(reply) }
      return replies
    }
  }

  @Test func `pages get the state once another program changes the vault`() async throws {
    let replies = try await waits {
      var random = SystemRandomNumberGenerator()
      let card = Card(id: CardID(using: &random), name: "Gym", codes: [])
      try await served.otherDevice().save([card])
    }
    let stamps = replies.map { $0.header("X-Cardvault-Stamp") }
    #expect(replies.allSatisfy { $0.status == 200 } && stamps.count == Self.count)
    #expect(stamps[0] == seen && !stamps.dropFirst().contains(seen))
    #expect(replies.dropFirst().allSatisfy { $0.json["cards"] as? Int == 1 })
  }

  @Test func `while pages wait, the vault locks itself, and they learn it`() async throws {
    let replies = try await waits {
      served.clock.advance(by: .seconds(600))
      served.locking.lockIfIdle()
      #expect(served.holder.isLocked)
    }
    #expect(replies.dropFirst().allSatisfy { $0.status == 423 && $0.json["cards"] == nil })
  }

  @Test func `a page stops waiting once its session has ended`() async throws {
    let replies = try await waits { served.sessions.closeAll() }
    #expect(replies.dropFirst().allSatisfy { $0.status == 401 })
  }

  @Test func `a page that a person uses does not wait, and puts the lock off`() async throws {
    served.clock.advance(by: .seconds(599))
    let reply = try await served.ask("state", #"{"seen":"\#(seen)"}"#, as: session)
    #expect(reply.header("X-Cardvault-Stamp") == seen)
    served.clock.advance(by: .seconds(599))
    served.locking.lockIfIdle()
    #expect(!served.holder.isLocked)
  }
}
