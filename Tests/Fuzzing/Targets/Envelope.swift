import Sealing

/// A file as a transport may deliver it: if it opens, it is sealed again, to the same length, and opens again.
func takeEnvelope(_ file: [UInt8]) {
  guard let root = try? fixedRoot() else { return }
  for kind in (0...10).map(EnvelopeKind.init(rawValue:)) {
    guard let key = try? root.envelopeKey(kind), let payload = try? key.open(file.span) else {
      continue
    }
    var numbers = RepeatedNumbers()
    let again = key.seal(Array(payload), using: &numbers)
    precondition(again.count == file.count, "there is one length for a payload")
    precondition((try? key.open(again.span)) == payload, "what was sealed opens")
  }
}
