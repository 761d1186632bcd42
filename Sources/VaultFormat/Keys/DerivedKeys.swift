package import Sealing

/// A root key and the keys derived from it for each kind of file, made on first use.
package final class DerivedKeys {
  package let root: RootKey
  /// The root's public id.
  package let id: KeyID
  private var envelopes: [EnvelopeKind: Holder] = [:]

  /// Containers cannot hold noncopyable values.
  private final class Holder {
    let key: EnvelopeKey
    init(_ key: consuming EnvelopeKey) { self.key = key }
  }

  package init(_ root: consuming RootKey) {
    id = root.keyID
    self.root = root
  }

  /// Opens a file.
  ///
  /// - Throws: like `EnvelopeKey.open`; `.wrongKind` only for a proved file of another kind.
  package func open(
    _ file: Span<UInt8>, as kind: EnvelopeKind
  ) throws(SealingError) -> ArraySlice<UInt8> {
    try check(file, isOf: kind)
    return try holder(kind).key.open(file)
  }

  /// Opens a file whose payload is secret.
  package func openSecret(
    _ file: Span<UInt8>, as kind: EnvelopeKind
  ) throws(SealingError) -> SecretBytes {
    try check(file, isOf: kind)
    return try holder(kind).key.openSecret(file)
  }

  /// Proves a file of any kind and version.
  ///
  /// - Throws: like `EnvelopeKey.prove`.
  package func prove(_ file: Span<UInt8>) throws(SealingError) {
    try holder(EnvelopeHeader(claimedBy: file)?.kind ?? .segment).key.prove(file)
  }

  /// The length of the file of any kind that starts with these bytes.
  ///
  /// - Throws: like `EnvelopeKey.wholeByteCount`.
  package func wholeByteCount(of beginning: Span<UInt8>) throws(SealingError) -> Int {
    try holder(EnvelopeHeader(claimedBy: beginning)?.kind ?? .segment).key
      .wholeByteCount(of: beginning)
  }

  private func check(_ file: Span<UInt8>, isOf kind: EnvelopeKind) throws(SealingError) {
    if let header = EnvelopeHeader(claimedBy: file), header.kind != kind {
      try prove(file)
      throw .wrongKind
    }
    if let limit = StoredKind(kind)?.byteLimit, file.count > limit {
      try prove(file)
      throw .damaged
    }
  }

  /// Seals a payload.
  package func seal(
    _ payload: [UInt8], as kind: EnvelopeKind, using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    try holder(kind).key.seal(payload, using: &generator)
  }

  /// Seals a secret payload.
  package func seal(
    _ payload: borrowing SecretBytes, as kind: EnvelopeKind,
    using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    try holder(kind).key.seal(payload, using: &generator)
  }

  private func holder(_ kind: EnvelopeKind) throws(SealingError) -> Holder {
    if let holder = envelopes[kind] { return holder }
    let holder = Holder(try root.envelopeKey(kind))
    envelopes[kind] = holder
    return holder
  }
}
