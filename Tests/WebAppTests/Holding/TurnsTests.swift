import Synchronization
import Testing
import Wording

@testable import WebApp

@Suite("Turns")
struct TurnsTests {
  static let refusal = Failure("no", because: "too many", status: .inUse)

  @Test func `only as many run at once as may`() async throws {
    let turns = Turns(atOnce: 2, longestLine: 100, orElse: Self.refusal)
    let (running, most) = (Mutex(0), Mutex(0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await turns.run {
            let now = running.withLock { count in
              count += 1
              return count
            }
            most.withLock { $0 = max($0, now) }
            await Task.yield()
            running.withLock { $0 -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.withLock { $0 } <= 2 && running.withLock { $0 } == 0)
  }

  @Test func `what finds the line full is refused, and an error leaves the turn to the next`()
    async throws
  {
    let turns = Turns(atOnce: 1, longestLine: 0, orElse: Self.refusal)
    try await turns.run {
      await #expect(throws: Failure.self) { try await turns.run {} }
      #expect(try await turns.runIfFree { 1 } == nil)
    }
    await #expect(throws: CancellationError.self) {
      try await turns.run { throw CancellationError() }
    }
    #expect(try await turns.runIfFree { 1 } == 1)
  }

  @Test func `a passphrase may be tried five times in a minute`() {
    let tries = UnlockTries()
    for _ in 0..<5 { #expect(tries.begin() == nil) }
    #expect(tries.begin().map { $0 > .zero && $0 <= .seconds(60) } == true)
    tries.clear()
    #expect(tries.begin() == nil)
  }
}
