@testable import ReaderLink

/// What readers that are used once answer: parts of any length, and a line about missing protections.
func takeAnswer(_ answer: [UInt8]) {
  if let parts = PartList.parts(of: answer, atMost: 128) {
    precondition(PartList.joined(parts) == answer, "what was read is written alike")
  }
  let names = ProtectionNotice.names(in: answer)
  precondition(names.reduce(0) { $0 + $1.utf8.count } <= 3 * answer.count, "nothing is added")
}
