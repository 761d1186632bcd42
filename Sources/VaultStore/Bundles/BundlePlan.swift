internal import Cards
internal import FoundationEssentials
internal import Sealing
internal import SwiftProtobuf
internal import SystemPackage
internal import VaultFormat

/// A bundle to be written, and its length: photos stay in their files until they are written.
struct BundlePlan {
  /// A photo for the bundle.
  struct Photo {
    /// Its identity.
    let identity: ContentHash
    let stored: JudgedFolder.StoredPayload
    /// The length of its message in the bundle.
    let byteCount: Int
  }

  /// Everything but segments and photos.
  var head: Cardvault_Vault_Pack
  var entries: [Pack.Entry]
  var photos: [Photo]

  private static let segmentTag: UInt8 = 3 << 3 | 2
  private static let photoTag: UInt8 = 5 << 3 | 2

  /// The length of the payload.
  var payloadByteCount: Int {
    let fields = photos.map(\.byteCount) + entries.map(\.payload.count)
    return head.bytes.count
      + fields.reduce(0) { $0 + 1 + Varint.bytes(of: UInt64($1)).count + $1 }
  }

  /// Writes the payload, photos first, so that references to them are valid at any point while it is merged.
  ///
  /// - Parameters:
  ///   - writer: the destination; it expects `payloadByteCount` bytes.
  ///   - path: the destination's path, which errors name.
  ///   - photo: returns a photo's message.
  /// - Throws: errors from `photo`, the system's error, or `VaultError.damaged` if a photo changed meanwhile.
  func write(
    to writer: inout EnvelopeWriter, at path: FilePath,
    photo: (Photo) throws(VaultError) -> [UInt8]
  ) throws(VaultError) {
    func write(_ bytes: [UInt8]) throws(VaultError) {
      do throws(SystemFailure) { try writer.write(bytes.span) } catch {
        throw VaultError(error, path)
      }
    }
    try write(head.bytes)
    let count = WorkMeter.begin(.bundling, count: photos.count + entries.count)
    defer { count.end() }
    for stored in photos {
      let message = try photo(stored)
      guard message.count == stored.byteCount else { throw .damaged([stored.stored.file.path]) }
      try write([Self.photoTag] + Varint.bytes(of: UInt64(message.count)))
      try write(message)
      count.advance()
    }
    for entry in entries {
      try write([Self.segmentTag] + Varint.bytes(of: UInt64(entry.payload.count)))
      try write(Array(entry.payload))
      count.advance()
    }
  }
}
