internal import Glibc

/// A failed system call, identified by its `errno`.
package struct SystemFailure: Error, Sendable, Hashable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// Repeats a call as long as signals interrupt it.
  ///
  /// - Returns: the call's result, not negative.
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
