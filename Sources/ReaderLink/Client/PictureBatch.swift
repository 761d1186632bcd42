internal import Synchronization

/// The pictures of one call, shared by the readers that work on it.
final class PictureBatch: Sendable {
  let sources: [PictureSource]
  let request: ReadRequest
  /// Where readers deliver outcomes, with the picture's index.
  let outcomes: AsyncThrowingStream<(Int, PictureOutcome), any Error>.Continuation
  private let taken = Atomic(0)
  private let missing = Mutex<[String]>([])

  init(
    _ sources: [PictureSource], _ request: ReadRequest,
    _ outcomes: AsyncThrowingStream<(Int, PictureOutcome), any Error>.Continuation
  ) {
    self.sources = sources
    self.request = request
    self.outcomes = outcomes
  }

  /// Names of the protections that the kernel lacks, as readers reported them.
  var missingProtections: [String] {
    get { missing.withLock { $0 } }
    set { missing.withLock { $0 = newValue } }
  }

  /// The index of the next picture that no reader has taken; `nil` when all are taken.
  func next() -> Int? {
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < sources.count ? index : nil
  }
}
