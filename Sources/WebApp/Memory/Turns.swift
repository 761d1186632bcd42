internal import Synchronization

/// A semaphore with a bounded queue: a few pieces of work run at once, some wait, and the rest is refused.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private let state: Mutex<State>
  private let maxWaiting: Int
  /// Thrown when the queue is full.
  private let refusal: any Error

  init(atOnce: Int, maxWaiting: Int, orElse refusal: any Error) {
    state = Mutex(State(free: atOnce))
    self.maxWaiting = maxWaiting
    self.refusal = refusal
  }

  /// Waits for a turn, then works; throws the refusal if the queue is full.
  func run<Value>(_ work: () async throws -> Value) async throws -> Value {
    guard await enter() else { throw refusal }
    defer { leave() }
    return try await work()
  }

  /// Waits for a turn that lasts as long as the returned object; throws the refusal if the queue is full.
  func turn() async throws -> Turn {
    guard await enter() else { throw refusal }
    return Turn(self)
  }

  /// Works if that needs no waiting; otherwise returns `nil`.
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

  /// Waits for a turn; `false` if the queue is full.
  private func enter() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Bool? in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        guard state.waiting.count < maxWaiting else { return false }
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

/// A turn of work that ends elsewhere: it lasts until this is deallocated.
final class Turn: Sendable {
  private let turns: Turns

  fileprivate init(_ turns: Turns) { self.turns = turns }

  deinit { turns.leave() }
}
