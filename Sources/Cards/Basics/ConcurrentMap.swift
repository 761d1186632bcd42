public import Dispatch
internal import Glibc
public import Synchronization

extension Array where Element: Sendable {
  /// What `work` makes of each element, in their order and in parts, worked out on all processors.
  ///
  /// For work without waiting, of some microseconds an element: opening a vault of ten thousand cards is
  /// waited for at a till.
  ///
  /// - Parameter work: what is done with an element, on any thread.
  /// - Returns: the values, in one part for each processor; in a single part when they are few.
  @inlinable
  package func concurrentMap<Value: Sendable>(_ work: @Sendable (Element) -> Value) -> [[Value]] {
    let partCount = Parts.count(for: count)
    guard partCount > 1 else { return [map(work)] }
    let parts = Mutex([[Value]](repeating: [], count: partCount))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let made = self[count * part / partCount..<count * (part + 1) / partCount].map(work)
      parts.withLock { $0[part] = made }
    }
    return parts.withLock { $0 }
  }
}

/// Into how many parts work is divided.
@usableFromInline
enum Parts {
  /// Fewer elements are done before another processor has begun.
  private static let fewElements = 1_000
  private static let limit = 16

  @usableFromInline
  static func count(for elementCount: Int) -> Int {
    if elementCount < fewElements { return 1 }
    return Swift.max(1, Swift.min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), limit))
  }
}
