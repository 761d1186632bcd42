internal import Synchronization
internal import Wallet

/// Lets a few pieces of work run at once; some others wait in line, and the rest is refused.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state: Mutex<State>
  private let longestLine: Int
  /// What is refused when the line is full.
  private let refusal: Failure

  /// Makes turns.
  init(atOnce: Int, longestLine: Int, orElse refusal: Failure) {
    state = Mutex(State(free: atOnce))
    self.longestLine = longestLine
    self.refusal = refusal
  }

  /// Waits for a turn, and works.
  ///
  /// - Throws: `Failure` if the line is full, and what `work` throws.
  func run<Value>(_ work: () async throws -> Value) async throws -> Value {
    guard await enter() else { throw refusal }
    defer { leave() }
    return try await work()
  }

  /// Waits for a turn that ends with the object returned.
  ///
  /// - Throws: `Failure` if the line is full.
  func turn() async throws -> Turn {
    guard await enter() else { throw refusal }
    return Turn(self)
  }

  /// Works if nothing else does.
  ///
  /// - Returns: What `work` returns; `nil` if it would have had to wait.
  func runIfFree<Value>(_ work: () async throws -> Value) async throws -> Value? {
    let isFree = state.withLock { state in
      guard state.free > 0 else { return false }
      state.free -= 1
      return true
    }
    guard isFree else { return nil }
    defer { leave() }
    return try await work()
  }

  /// Waits for a turn; `false` if the line is full.
  private func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        guard state.waiting.count < longestLine else { return false }
        state.waiting.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  fileprivate func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: true)
  }
}

/// A turn, for work that ends elsewhere: it is over when nobody holds this any more.
final class Turn: Sendable {
  private let turns: Turns

  fileprivate init(_ turns: Turns) { self.turns = turns }

  deinit { turns.leave() }
}
