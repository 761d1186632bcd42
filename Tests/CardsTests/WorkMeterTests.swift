import Synchronization
import Testing

@testable import Cards

@Suite struct WorkMeterTests {
  /// What a meter told, and a clock that only a test moves.
  private final class Notes: Sendable {
    private let start = ContinuousClock.now
    private let passed = Mutex(Duration.zero)
    private let told = Mutex<[String]>([])

    var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
    var all: [String] { told.withLock { $0 } }

    func advance(by duration: Duration) { passed.withLock { $0 += duration } }
    func tell(_ words: String) { told.withLock { $0.append(words) } }
  }

  private func meter(_ notes: Notes) -> WorkMeter {
    WorkMeter(
      .init(
        show: { progress, elapsed in
          notes.tell("\(progress.work) \(progress.done)/\(progress.total) \(elapsed)")
        },
        clear: { notes.tell("clear") },
        ended: { progress, elapsed in notes.tell("ended \(progress.done) \(elapsed)") }),
      now: { notes.now })
  }

  @Test func `work is shown after a second, and cleared when it ends`() {
    let notes = Notes()
    let meter = meter(notes)
    let count = meter.begin(.sealing, count: 3)
    count.advance()
    notes.advance(by: .milliseconds(999))
    meter.look()
    #expect(notes.all.isEmpty)
    notes.advance(by: .milliseconds(1))
    meter.look()
    count.advance()
    count.end()
    meter.look()
    #expect(notes.all == ["sealing 1/3 1.0 seconds", "clear", "ended 2 1.0 seconds"])
  }

  @Test func `work within other work is part of it`() {
    let notes = Notes()
    let meter = meter(notes)
    let outer = meter.begin(.checking, count: 2)
    let inner = meter.begin(.reading)
    inner.advance()
    meter.noteFile()
    inner.end()
    outer.end()
    #expect(notes.all == ["ended 1 0.0 seconds"])
  }

  @Test func `while work is paused nothing is shown, and the time does not count`() {
    let notes = Notes()
    let meter = meter(notes)
    let count = meter.begin(.opening, count: 2)
    count.advance()
    notes.advance(by: .seconds(1))
    meter.look()
    meter.pause()
    notes.advance(by: .seconds(60))
    meter.look()
    meter.resume()
    notes.advance(by: .seconds(1))
    meter.look()
    count.end()
    #expect(
      notes.all == [
        "opening 1/2 1.0 seconds", "clear", "opening 1/2 2.0 seconds", "clear",
        "ended 1 2.0 seconds",
      ])
  }

  @Test func `a pause within a pause ends with the outer one`() {
    let notes = Notes()
    let meter = meter(notes)
    let count = meter.begin(.photos, count: 2)
    notes.advance(by: .seconds(1))
    meter.look()
    meter.pause()
    notes.advance(by: .seconds(10))
    meter.pause()
    notes.advance(by: .seconds(10))
    meter.resume()
    meter.look()
    meter.resume()
    meter.look()
    count.end()
    #expect(
      notes.all == [
        "photos 0/2 1.0 seconds", "clear", "photos 0/2 1.0 seconds", "clear",
        "ended 0 1.0 seconds",
      ])
  }

  @Test func `pages count while a single file is read, and not among several`() {
    let notes = Notes()
    let meter = meter(notes)
    for total in [0, 2] {
      let count = meter.begin(.photos, count: total)
      meter.notePage()
      meter.notePage()
      meter.notePage()
      count.end()
    }
    #expect(notes.all == ["ended 3 0.0 seconds", "ended 0 0.0 seconds"])
  }

  @Test func `how many steps are left may become known later`() {
    let notes = Notes()
    let meter = meter(notes)
    let count = meter.begin(.reading)
    notes.advance(by: .seconds(1))
    meter.look()
    meter.noteFile()
    count.expect(8)
    count.advance(by: 3)
    meter.look()
    count.expect(2)
    meter.look()
    count.end()
    count.expect(9)
    meter.look()
    #expect(
      notes.all == [
        "reading 0/0 1.0 seconds", "reading 4/9 1.0 seconds", "reading 4/6 1.0 seconds", "clear",
        "ended 4 1.0 seconds",
      ])
  }

  @Test func `only the work that began first says how much is left`() {
    let notes = Notes()
    let meter = meter(notes)
    let outer = meter.begin(.checking, count: 2)
    let inner = meter.begin(.reading)
    inner.expect(7)
    notes.advance(by: .seconds(1))
    meter.look()
    inner.end()
    outer.end()
    #expect(notes.all == ["checking 0/2 1.0 seconds", "clear", "ended 0 1.0 seconds"])
  }

  @Test func `what ended counts no more, and nothing is counted without a meter`() {
    let notes = Notes()
    let meter = meter(notes)
    let first = meter.begin(.receiving, count: 9)
    first.end()
    let second = meter.begin(.sending, count: 9)
    first.advance()
    first.end()
    second.end()
    meter.noteFile()
    #expect(notes.all == ["ended 0 0.0 seconds", "ended 0 0.0 seconds"])
    let none = WorkMeter.begin(.reading)
    none.advance()
    none.end()
  }
}
