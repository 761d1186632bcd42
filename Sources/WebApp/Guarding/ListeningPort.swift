internal import Synchronization

/// The port that the server listens on, once it does.
final class ListeningPort: Sendable {
  private let value = Atomic(0)

  /// The port; 0 before the server listens.
  var number: Int {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}
