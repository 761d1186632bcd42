internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf

/// A bundle that is to be written, and how long it gets: photos stay where they lie until their turn.
struct BundlePlan {
  /// A photo that goes into it.
  struct Photo {
    /// Its identity in the vault.
    let identity: ContentHash
    let stored: VaultMaterial.StoredPayload
    /// How many bytes its message in the bundle has.
    let byteCount: Int
  }

  /// Everything but segments and photos.
  var head: Cardvault_Vault_Pack
  var entries: [Pack.Entry]
  var photos: [Photo]

  private static let segmentTag: UInt8 = 3 << 3 | 2
  private static let photoTag: UInt8 = 5 << 3 | 2

  /// How long the payload is.
  var payloadByteCount: Int {
    let fields = photos.map(\.byteCount) + entries.map { $0.message.bytes.count }
    return head.bytes.count
      + fields.reduce(0) { $0 + 1 + Varint.bytes(of: UInt64($1)).count + $1 }
  }

  /// Writes the payload: photos first, so that nothing refers to what is not there when it is taken in.
  ///
  /// - Parameters:
  ///   - writer: where to; it expects `payloadByteCount` bytes.
  ///   - photo: gives a photo's message.
  ///   - naming: says what a failure of the system is about.
  /// - Throws: what `photo` and `naming` say, or `VaultError.damaged` when a photo changed meanwhile.
  func write(
    to writer: inout EnvelopeWriter, photo: (Photo) throws(VaultError) -> [UInt8],
    naming: (SystemFailure) -> VaultError
  ) throws(VaultError) {
    func write(_ bytes: [UInt8]) throws(VaultError) {
      do throws(SystemFailure) { try writer.write(bytes.span) } catch { throw naming(error) }
    }
    try write(head.bytes)
    for stored in photos {
      let message = try photo(stored)
      guard message.count == stored.byteCount else { throw .damaged([stored.stored.file.path]) }
      try write([Self.photoTag] + Varint.bytes(of: UInt64(message.count)))
      try write(message)
    }
    for entry in entries {
      let message = entry.message.bytes
      try write([Self.segmentTag] + Varint.bytes(of: UInt64(message.count)))
      try write(message)
    }
  }
}
