import Testing

@testable import WebApp

@Suite("Rate limits")
struct RateLimitTests {
  @Test func `an empty bucket fills up again`() async throws {
    let limit = RateLimit(perSecond: 1_000, burst: 5)
    let taken = (0..<5).map { _ in limit.take() }
    #expect(taken.allSatisfy { $0 })
    // 1,000 a second: after this there is at least one again.
    try await Task.sleep(for: .milliseconds(20))
    #expect(limit.take())
  }

  @Test func `an empty bucket gives nothing`() {
    let limit = RateLimit(perSecond: 0, burst: 2)
    #expect([true, true, false, false] == (0..<4).map { _ in limit.take() })
  }

  @Test func `a passphrase may be tried five times in a minute`() {
    let tries = UnlockTries()
    for _ in 0..<5 { #expect(tries.begin() == nil) }
    #expect(tries.begin().map { $0 > .zero && $0 <= .seconds(60) } == true)
    tries.clear()
    #expect(tries.begin() == nil)
  }
}
