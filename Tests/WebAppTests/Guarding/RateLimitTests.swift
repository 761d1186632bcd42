import Testing

@testable import WebApp

@Suite("Rate limits")
struct RateLimitTests {
  @Test func `a store that was used up fills up again`() async throws {
    let limit = RateLimit(perSecond: 1_000, atOnce: 5)
    let taken = (0..<5).map { _ in limit.takesTurn() }
    #expect(taken.allSatisfy { $0 })
    // 1,000 a second: after this there is at least one again.
    try await Task.sleep(for: .milliseconds(20))
    #expect(limit.takesTurn())
  }

  @Test func `an empty store gives nothing`() {
    let limit = RateLimit(perSecond: 0, atOnce: 2)
    #expect([true, true, false, false] == (0..<4).map { _ in limit.takesTurn() })
  }
}
