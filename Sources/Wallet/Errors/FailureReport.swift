/// An error as JSON, for scripts, on standard error.
package struct FailureReport: Encodable {
  /// What happened.
  package let error: String
  /// Why.
  package let because: String
  /// What to do about it; absent if nothing can be done.
  package let `try`: String?
  /// The exit code.
  package let exit: Int32

  /// Creates a report of an error.
  package init(_ failure: Failure) {
    error = failure.what
    because = failure.because
    `try` = failure.advice
    exit = failure.status.rawValue
  }
}
