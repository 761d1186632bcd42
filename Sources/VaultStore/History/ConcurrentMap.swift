internal import Dispatch
internal import Glibc
internal import Synchronization

extension Array where Element: Sendable {
  /// What `work` makes of each element, in their order and in parts, worked out on all processors.
  ///
  /// For work without waiting, of some microseconds an element: opening a vault of ten thousand cards is
  /// waited for at a till.
  func concurrentMap<Value: Sendable>(_ work: @Sendable (Element) -> Value) -> [[Value]] {
    let partCount =
      count < 1_000 ? 1 : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))).clamped(to: 1...16)
    guard partCount > 1 else { return [map(work)] }
    let parts = Mutex([[Value]](repeating: [], count: partCount))
    DispatchQueue.concurrentPerform(iterations: partCount) { part in
      let made = self[count * part / partCount..<count * (part + 1) / partCount].map(work)
      parts.withLock { $0[part] = made }
    }
    return parts.withLock { $0 }
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
