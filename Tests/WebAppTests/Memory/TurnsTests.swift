import Synchronization
import Testing
import Wallet

@testable import WebApp

@Suite("Turns")
struct TurnsTests {
  /// How many run now, and how many ran at once at most.
  final class Count: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }

    func enter() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func leave() { state.withLock { $0.now -= 1 } }
  }

  static let refusal = Failure("no", because: "too many", try: "later", status: .inUse)

  @Test func `only as many run at once as may`() async throws {
    let turns = Turns(atOnce: 2, maxWaiting: 100, orElse: Self.refusal)
    let count = Count()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await turns.run {
            count.enter()
            await Task.yield()
            count.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(count.most <= 2 && count.now == 0)
  }

  @Test func `what finds the line full is refused, and an error leaves the turn to the next`()
    async throws
  {
    let turns = Turns(atOnce: 1, maxWaiting: 0, orElse: Self.refusal)
    try await turns.run {
      await #expect(throws: Failure.self) { try await turns.run {} }
      let inside = try await turns.runIfFree { 1 }
      #expect(inside == nil)
    }
    await #expect(throws: CancellationError.self) {
      try await turns.run { () async throws -> Void in throw CancellationError() }
    }
    let after = try await turns.runIfFree { 1 }
    #expect(after == 1)
  }

  @Test func `a turn that is handed out lasts as long as someone holds it`() async throws {
    let turns = Turns(atOnce: 1, maxWaiting: 0, orElse: Self.refusal)
    var turn: Turn? = try await turns.turn()
    #expect(turn != nil)
    await #expect(throws: Failure.self) { try await turns.turn() }
    turn = nil
    let after = try await turns.runIfFree { 1 }
    #expect(after == 1)
  }
}
