public import Dispatch
internal import Glibc
public import Synchronization

extension Array where Element: Sendable {
  /// Applies `work` to each element on all processors; the results keep their order and come in parts.
  ///
  /// For work that does not block and needs some microseconds per element: someone at a till waits while a
  /// vault of ten thousand cards opens.
  ///
  /// - Parameter work: runs on any thread.
  /// - Returns: the values, in one part per processor, or in a single part if they are few.
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

/// The number of parts that work is divided into.
@usableFromInline
enum Parts {
  /// Fewer elements are finished before another processor has even started.
  private static let fewElements = 1_000
  private static let limit = 16

  @usableFromInline
  static func count(for elementCount: Int) -> Int {
    if elementCount < fewElements { return 1 }
    return Swift.max(1, Swift.min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), limit))
  }
}
