internal import Testing

extension Person.Outcome {
  /// Expects an error that states what happened and why, without any secret or stack trace.
  package func expectClear(_ status: Int32, _ words: String...) {
    #expect(self.status == status, "\(errors)")
    for word in words { #expect(errors.contains(word), "\(errors)") }
    #expect(!errors.contains("Fatal error") && !errors.contains("Internal error"))
    #expect(!errors.contains("cardvault-key1"))
  }
}
