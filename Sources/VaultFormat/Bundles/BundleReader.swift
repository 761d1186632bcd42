package import Cards
package import Sealing
internal import SwiftProtobuf
internal import SystemPackage

/// Reads the contents of a bundle one item at a time: the `Pack` of `Format.md`, section 7.
package struct BundleReader: ~Copyable {
  /// One item of a bundle.
  package enum Item {
    case segment(Pack.Entry)
    case photo(ContentHash, Cardvault_Vault_Photo)
    /// A vault's header.
    case vault([UInt8])
    /// The id of the vault that the bundle comes from.
    case source([UInt8])
    /// A card chosen for the bundle.
    case card(CardID)
    /// A whole file of a free kind.
    case file([UInt8])
  }

  // `Format.md`, section 10: how much memory a stranger's bundle may use.
  private static let entryLimit = 1_000_000
  private static let cardLimit = 100_000
  private static let vaultLimit = 2_000
  private static let fileLimit = 100_000
  private static let groupDepthLimit = 32
  private static let megabyte = 1_000_000
  static let sourceByteCount = 16

  private var envelope: EnvelopeReader
  private let path: FilePath
  private var segments: Set<ContentHash> = []
  private var photos: Set<ContentHash> = []
  private var cards: Set<CardID> = []
  private var vaultCount = 0
  private var fileCount = 0
  /// Progress in megabytes, from the first item to the end.
  private var count: WorkMeter.Count?

  init(_ envelope: consuming EnvelopeReader, _ path: FilePath) {
    self.envelope = envelope
    self.path = path
  }

  deinit { count?.end() }

  /// Returns to the first item.
  package mutating func rewind() {
    envelope.rewind()
    count?.end()
    count = WorkMeter.begin(.unbundling, count: envelope.payloadLeft / Self.megabyte)
    segments = []
    photos = []
    cards = []
    vaultCount = 0
    fileCount = 0
  }

  /// The next item; `nil` once the end is reached and proved.
  ///
  /// - Throws: `VaultError.bundle(.damaged)`, or the system's error.
  package mutating func next() throws(VaultError) -> Item? {
    while envelope.payloadLeft > 0 {
      let before = envelope.payloadLeft / Self.megabyte
      let field = try tag()
      let found = try item(field)
      count?.advance(by: before - envelope.payloadLeft / Self.megabyte)
      if let found { return found }
    }
    try naming { (envelope) throws(EnvelopeReadError) in try envelope.finish() }
    count?.end()
    return nil
  }

  private mutating func item(_ field: WireReader.Field) throws(VaultError) -> Item? {
    switch (field.number, field.form) {
    case (3, .bytes):
      let entry = Pack.Entry(payload: try bytes(atMost: VaultLayout.fileByteLimit)[...])
      guard segments.count < Self.entryLimit, segments.insert(entry.identity).inserted
      else { throw .bundle(.damaged) }
      return .segment(entry)
    case (5, .bytes):
      let message = try bytes(atMost: VaultLayout.fileByteLimit)
      guard let photo = Cardvault_Vault_Photo(payload: message[...]),
        photos.count < Self.entryLimit
      else { throw .bundle(.damaged) }
      let identity = photo.identity
      guard photos.insert(identity).inserted else { throw .bundle(.damaged) }
      return .photo(identity, photo)
    case (6, .bytes):
      vaultCount += 1
      guard vaultCount <= Self.vaultLimit else { throw .bundle(.damaged) }
      return .vault(try bytes(atMost: StoredKind.vault.byteLimit))
    case (7, .bytes):
      let source = try bytes(atMost: Self.sourceByteCount)
      guard source.isEmpty || source.count == Self.sourceByteCount else {
        throw .bundle(.damaged)
      }
      return .source(source)
    case (8, .bytes):
      guard let card = CardID(try bytes(atMost: CardID.byteCount)), cards.count < Self.cardLimit,
        cards.insert(card).inserted
      else { throw .bundle(.damaged) }
      return .card(card)
    case (9, .bytes):
      fileCount += 1
      guard fileCount <= Self.fileLimit else { throw .bundle(.damaged) }
      return .file(try bytes(atMost: StoredKind.other.byteLimit))
    default:
      try skip(field)
      return nil
    }
  }

  private mutating func tag() throws(VaultError) -> WireReader.Field {
    let left = envelope.payloadLeft
    let tag = try number()
    guard left - envelope.payloadLeft <= WireReader.tagByteLimit else { throw .bundle(.damaged) }
    guard let form = WireReader.Form(rawValue: tag & 7), tag >> 3 > 0, tag >> 3 < 1 << 29 else {
      throw .bundle(.damaged)
    }
    return WireReader.Field(number: tag >> 3, form: form)
  }

  private mutating func number() throws(VaultError) -> UInt64 {
    let number = try naming { (envelope) throws(EnvelopeReadError) in
      try Varint.number { () throws(EnvelopeReadError) in try envelope.byte() }
    }
    guard let number else { throw .bundle(.damaged) }
    return number
  }

  private mutating func bytes(atMost limit: Int) throws(VaultError) -> [UInt8] {
    let count = try number()
    guard count <= UInt64(limit) else { throw .bundle(.damaged) }
    return try naming { (envelope) throws(EnvelopeReadError) in try envelope.bytes(Int(count)) }
  }

  /// Skips a field from a newer program, or one with no use in a bundle.
  private mutating func skip(
    _ field: WireReader.Field, depth: Int = 0
  ) throws(VaultError) {
    switch field.form {
    case .number: _ = try number()
    case .eightBytes: try skip(8)
    case .fourBytes: try skip(4)
    case .bytes: try skip(try number())
    case .groupStart:
      guard depth < Self.groupDepthLimit else { throw .bundle(.damaged) }
      while true {
        let inner = try tag()
        if inner.form == .groupEnd {
          guard inner.number == field.number else { throw .bundle(.damaged) }
          return
        }
        try skip(inner, depth: depth + 1)
      }
    case .groupEnd: throw .bundle(.damaged)
    }
  }

  private mutating func skip(_ count: UInt64) throws(VaultError) {
    guard count <= UInt64(envelope.payloadLeft) else { throw .bundle(.damaged) }
    try naming { (envelope) throws(EnvelopeReadError) in try envelope.skip(Int(count)) }
  }

  /// Reads from the envelope; errors name the bundle.
  private mutating func naming<Value>(
    _ body: (inout EnvelopeReader) throws(EnvelopeReadError) -> Value
  ) throws(VaultError) -> Value {
    do throws(EnvelopeReadError) { return try body(&envelope) } catch {
      throw VaultError(error, path)
    }
  }
}
