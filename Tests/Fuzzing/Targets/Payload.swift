import Sealing

@testable import VaultFormat
@testable import VaultStore

/// A segment's payload by a writer that has the key but is not us.
///
/// It is sealed and opened first, as the commitment hides the parser from a merely altered file.
func takePayload(_ payload: [UInt8]) {
  _ = try? Segment(payload: resealed(payload, .segment)[...])
}
