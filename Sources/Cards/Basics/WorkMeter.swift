internal import Synchronization

/// Progress of long-running work: the code that does the work counts steps, and a command shows them.
///
/// Only the outermost work counts; work that begins within it is part of it.
package final class WorkMeter: Sendable {
  /// A kind of work.
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
    /// Listing a sync target.
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
    /// Checking whether files are another wallet's.
    case opening
    /// Reading photos; of a single file, its pages, whose number is not known in advance.
    case photos
    /// Comparing another wallet's cards with the vault.
    case matching
    /// Waiting for another process that is writing.
    case waiting
  }

  /// Work that is under way.
  package struct Progress: Sendable, Hashable {
    package let work: Work
    /// How many steps there are; 0 if unknown.
    package fileprivate(set) var total: Int
    /// How many steps are done.
    package fileprivate(set) var done = 0
    fileprivate var start: ContinuousClock.Instant
    fileprivate let number: Int
  }

  /// Callbacks for progress; never called concurrently.
  package struct Watching: Sendable {
    let show: @Sendable (Progress, Duration) -> Void
    let clear: @Sendable () -> Void
    let ended: @Sendable (Progress, Duration) -> Void

    /// Makes the callbacks.
    ///
    /// - Parameters:
    ///   - show: Shows progress, and how long the work has taken.
    ///   - clear: Clears what was shown.
    ///   - ended: Called when work ends, with how long it took.
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

  /// Counts the steps of work; `end` must be called.
  package struct Count: Sendable {
    fileprivate let meter: WorkMeter?
    fileprivate let number: Int

    /// Counts steps as done.
    package func advance(by steps: Int = 1) { meter?.advance(number, by: steps) }

    /// Sets how many steps are left, once that is known.
    package func expect(_ rest: Int) { meter?.expect(number, rest) }

    /// Ends the work, whether it succeeded or failed.
    package func end() { meter?.end(number) }
  }

  private struct State {
    var progress: Progress?
    var isShown = false
    var pause: ContinuousClock.Instant?
    var pauses = 0
    var beginnings = 0
  }

  /// The meter of the command that this task runs; `nil` without one.
  @TaskLocal package static var current: WorkMeter?

  /// Work is shown once it has taken this long.
  package static let delay = Duration.seconds(1)

  private let state = Mutex(State())
  private let watching: Watching
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes an idle meter.
  package init(
    _ watching: Watching, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.watching = watching
    self.now = now
  }

  /// Begins work on the task's meter, unless other work is under way.
  ///
  /// - Parameters:
  ///   - work: The kind of work.
  ///   - count: How many steps there are; 0 if unknown.
  /// - Returns: A counter of its steps.
  package static func begin(_ work: Work, count: Int = 0) -> Count {
    current?.begin(work, count: count) ?? Count(meter: nil, number: 0)
  }

  /// Counts a file that was opened or sent, whatever the work.
  package func noteFile() {
    state.withLock { state in
      guard let work = state.progress?.work, [.reading, .checking, .sending].contains(work) else {
        return
      }
      state.progress?.done += 1
    }
  }

  /// Counts a page of a photo or PDF.
  package func notePage() {
    state.withLock { state in
      guard let progress = state.progress, progress.work == .photos, progress.total == 0 else {
        return
      }
      state.progress?.done += 1
    }
  }

  /// Shows progress if the work takes long.
  package func look() {
    state.withLock { state in
      guard let progress = state.progress, state.pause == nil else { return }
      let elapsed = now() - progress.start
      guard elapsed >= Self.delay else { return }
      state.isShown = true
      watching.show(progress, elapsed)
    }
  }

  /// Runs code that writes to the terminal or asks a person, without showing progress; it does not count as work.
  package static func paused<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let meter = current
    meter?.pause()
    defer { meter?.resume() }
    return try body()
  }

  /// Clears what is shown, and shows nothing until `resume` was called as often as this.
  package func pause() {
    state.withLock { state in
      state.pauses += 1
      guard state.pauses == 1 else { return }
      if state.isShown { watching.clear() }
      state.isShown = false
      state.pause = now()
    }
  }

  /// Ends a `pause`.
  package func resume() {
    state.withLock { state in
      state.pauses -= 1
      guard state.pauses == 0 else { return }
      if let pause = state.pause { state.progress?.start += now() - pause }
      state.pause = nil
    }
  }

  /// Begins work on this meter, unless other work is under way.
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
