import Sealing

@testable import VaultStore

/// A segment's payload by a writer that has the key and is not us.
///
/// It is sealed and opened first, as the commitment hides the parser from a file that is merely altered. What is read
/// is written and read again alike.
func takePayload(_ payload: [UInt8]) {
  guard let root = try? fixedRoot(), let key = try? root.envelopeKey(.segment) else { return }
  var numbers = RepeatedNumbers()
  let opened = try? key.open(key.seal(payload, using: &numbers).span)
  precondition(opened == payload, "what was sealed opens")
  guard let segment = Segment(payload: payload) else { return }
  let again = Segment(payload: segment.payload)
  precondition(again?.payload == segment.payload, "what was read is written and read alike")
}
