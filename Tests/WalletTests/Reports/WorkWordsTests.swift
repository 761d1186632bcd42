import Cards
import Synchronization
import Testing
import Wallet

@Suite struct WorkWordsTests {
  /// What is shown of work.
  private func words(
    _ work: WorkMeter.Work, count: Int = 0, _ body: (WorkMeter.Count) -> Void = { _ in }
  ) -> String? {
    let shown = Mutex<String?>(nil)
    let isLate = Mutex(false)
    let start = ContinuousClock.now
    let meter = WorkMeter(
      .init(
        show: { progress, _ in shown.withLock { $0 = progress.words } }, clear: {},
        ended: { _, _ in }),
      now: { start + (isLate.withLock(\.self) ? WorkMeter.delay : .zero) })
    let count = meter.begin(work, count: count)
    body(count)
    isLate.withLock { $0 = true }
    meter.look()
    return shown.withLock(\.self)
  }

  @Test func `progress is shown as far as it is known`() {
    #expect(words(.deriving) == "Opening the key")
    #expect(words(.reading) { $0.advance() } == "Reading the vault: 1 so far")
    let bundle = words(.unbundling, count: 130) { $0.advance(by: 12) }
    #expect(bundle == "Reading the bundle: 12 of 130 MB, 118 left")
    #expect(words(.photos, count: 9) == "Reading photos: 0 of 9, 9 left")
    #expect(words(.photos) { $0.advance(by: 3) } == "Reading pages: 3 so far")
    #expect(words(.comparing, count: 9) == "Comparing files: 0 of 9, 9 left")
    let beyond = words(.comparing, count: 1) { count in
      count.advance()
      count.advance()
    }
    #expect(beyond == "Comparing files: 1 of 1")
  }

  @Test(arguments: WorkMeter.Work.allCases)
  func `every kind of work has words of its own`(work: WorkMeter.Work) throws {
    let own = try #require(words(work))
    #expect(own.first?.isUppercase == true)
    #expect(WorkMeter.Work.allCases.count { words($0) == own } == 1)
  }
}
