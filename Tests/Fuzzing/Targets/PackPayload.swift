import Sealing

@testable import VaultFormat
@testable import VaultStore

/// The payload of a pack by a writer that has the key but is not us.
///
/// It is sealed and opened, read, written and read again with the same result, with every segment in it.
func takePack(_ payload: [UInt8]) {
  guard let pack = try? Pack(payload: resealed(payload, .pack)[...]) else { return }
  let again = try? Pack(payload: pack.payload[...])
  precondition(again?.payload == pack.payload, "what was read is written and read alike")
  for entry in pack.entries {
    _ = try? Segment(payload: entry.payload)
  }
}
