internal import Glibc

/// A system call that failed, by its `errno`.
package struct SystemFailure: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Makes a call again until no signal interrupts it.
  ///
  /// - Returns: what the call gave, not negative.
  @discardableResult
  package static func check<Value: SignedInteger>(
    _ call: () -> Value
  ) throws(SystemFailure) -> Value {
    while true {
      let value = call()
      if value >= 0 { return value }
      if errno != EINTR { throw SystemFailure(code: errno) }
    }
  }
}
