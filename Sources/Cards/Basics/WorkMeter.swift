internal import Synchronization

/// How far long work has come: the code that does it counts, and a command shows it.
///
/// The work that began first counts; what begins within it is part of it.
package final class WorkMeter: Sendable {
  /// What is done.
  package enum Work: String, CaseIterable, Sendable {
    /// Opening a vault's files, as needed.
    case reading
    /// Opening every file of a vault.
    case checking
    /// Sealing a vault's files under another key.
    case sealing
    /// Writing a bundle.
    case bundling
    /// Reading a bundle, and storing what it has; each step is a megabyte.
    case unbundling
    /// Looking at what a sync target has.
    case comparing
    case receiving
    case sending
    /// Deriving a key from a passphrase.
    case deriving
    /// Drawing codes for paper and phones.
    case drawing
    /// Making pictures of drawings.
    case rendering
    /// Signing passes.
    case signing
    /// Writing cards for another program.
    case exporting
    /// Looking into files that may be another wallet's.
    case opening
    /// Reading photos; the pages of a single file, of which nobody knows how many it has.
    case photos
    /// Comparing another wallet's cards with the vault.
    case matching
    /// Waiting for another process that is writing.
    case waiting
  }

  /// Work that is under way.
  package struct Progress: Sendable, Hashable {
    /// What is done.
    package let work: Work
    /// How many steps there are; 0 where that is not known.
    package fileprivate(set) var total: Int
    /// How many are done.
    package fileprivate(set) var done = 0
    fileprivate var start: ContinuousClock.Instant
    fileprivate let number: Int
  }

  /// What happens to work; called one at a time.
  package struct Watching: Sendable {
    let show: @Sendable (Progress, Duration) -> Void
    let clear: @Sendable () -> Void
    let ended: @Sendable (Progress, Duration) -> Void

    /// Makes what watches.
    ///
    /// - Parameters:
    ///   - show: Shows how far work has come, and how long it has taken.
    ///   - clear: Clears what was shown.
    ///   - ended: Hears of work that has ended, and how long it took.
    package init(
      show: @escaping @Sendable (Progress, Duration) -> Void,
      clear: @escaping @Sendable () -> Void,
      ended: @escaping @Sendable (Progress, Duration) -> Void
    ) {
      self.show = show
      self.clear = clear
      self.ended = ended
    }
  }

  /// Work that counts its steps; it must be ended.
  package struct Count: Sendable {
    fileprivate let meter: WorkMeter?
    fileprivate let number: Int

    /// More steps are done.
    ///
    /// - Parameter steps: How many.
    package func advance(by steps: Int = 1) { meter?.advance(number, by: steps) }

    /// It has become known how many steps are left.
    ///
    /// - Parameter rest: How many.
    package func expect(_ rest: Int) { meter?.expect(number, rest) }

    /// The work has ended, whether it was done or failed.
    package func end() { meter?.end(number) }
  }

  private struct State {
    var progress: Progress?
    var isShown = false
    var pause: ContinuousClock.Instant?
    var pauses = 0
    var beginnings = 0
  }

  private static let ofProcess = Mutex<WorkMeter?>(nil)

  /// The meter of the command that this process runs; `nil` without one.
  package static var current: WorkMeter? { ofProcess.withLock(\.self) }

  /// Work is shown once it has taken this long.
  package static let delay = Duration.seconds(1)

  private let state = Mutex(State())
  private let watching: Watching
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a meter without work.
  package init(
    _ watching: Watching, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.watching = watching
    self.now = now
  }

  /// Makes this the meter of the process.
  package func install() { Self.ofProcess.withLock { $0 = self } }

  /// Begins work, unless other work is under way.
  ///
  /// - Parameters:
  ///   - work: What is done.
  ///   - count: How many steps there are; 0 if that is not known.
  /// - Returns: What counts its steps.
  package static func begin(_ work: Work, count: Int = 0) -> Count {
    current?.begin(work, count: count) ?? Count(meter: nil, number: 0)
  }

  /// Another file was opened or sent, as part of any work.
  package func noteFile() {
    state.withLock { state in
      guard let work = state.progress?.work, [.reading, .checking, .sending].contains(work) else {
        return
      }
      state.progress?.done += 1
    }
  }

  /// Another page of a photo or PDF was read.
  package func notePage() {
    state.withLock { state in
      guard let progress = state.progress, progress.work == .photos, progress.total == 0 else {
        return
      }
      state.progress?.done += 1
    }
  }

  /// Shows how far the work has come, if it takes long.
  package func look() {
    state.withLock { state in
      guard let progress = state.progress, state.pause == nil else { return }
      let elapsed = now() - progress.start
      guard elapsed >= Self.delay else { return }
      state.isShown = true
      watching.show(progress, elapsed)
    }
  }

  /// Does what writes to the terminal or asks a person, with nothing shown meanwhile; it does not count as work.
  ///
  /// - Parameter body: What it does.
  /// - Returns: What it returns.
  /// - Throws: What it throws.
  package static func paused<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let meter = current
    meter?.pause()
    defer { meter?.resume() }
    return try body()
  }

  /// Clears what is shown, and shows nothing until `resume`, as often as this was called.
  package func pause() {
    state.withLock { state in
      state.pauses += 1
      guard state.pauses == 1 else { return }
      if state.isShown { watching.clear() }
      state.isShown = false
      state.pause = now()
    }
  }

  /// Goes on after `pause`.
  package func resume() {
    state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0 else { return }
      if let pause = state.pause { state.progress?.start += now() - pause }
      state.pause = nil
    }
  }

  /// Begins work of this meter, as the function of all meters does.
  package func begin(_ work: Work, count: Int = 0) -> Count {
    state.withLock { state in
      guard state.progress == nil else { return Count(meter: nil, number: 0) }
      state.beginnings += 1
      state.progress = Progress(
        work: work, total: count, start: now(), number: state.beginnings)
      return Count(meter: self, number: state.beginnings)
    }
  }

  private func advance(_ number: Int, by steps: Int) {
    state.withLock { state in
      if state.progress?.number == number { state.progress?.done += steps }
    }
  }

  private func expect(_ number: Int, _ rest: Int) {
    state.withLock { state in
      guard let progress = state.progress, progress.number == number else { return }
      state.progress?.total = progress.done + rest
    }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      guard let progress = state.progress, progress.number == number else { return }
      if state.isShown { watching.clear() }
      state.isShown = false
      state.progress = nil
      watching.ended(progress, now() - progress.start)
    }
  }
}
