/// Seals and opens the files of one kind.
///
/// The content of a file is the payload's length (8 bytes, little-endian), the payload, and zeros up to the
/// padded length; `ChunkCipher` seals it in chunks after the header. For each payload, salt and key, only one
/// sealed form is valid.
public struct EnvelopeKey: ~Copyable {
  /// The kind of files.
  public let kind: EnvelopeKind
  /// The public id of the vault's key that this is derived from, which the files contain.
  public let keyID: KeyID

  static let tagByteCount = ChunkCipher.tagByteCount
  static let lengthByteCount = 8
  let cipher: ChunkCipher

  init(
    kind: EnvelopeKind, keyID: KeyID, subkey: consuming SecretBytes
  ) throws(SealingError) {
    self.kind = kind
    self.keyID = keyID
    cipher = try ChunkCipher(subkey: subkey)
  }

  /// Seals a payload under a fresh salt.
  ///
  /// - Parameters:
  ///   - payload: any bytes, or none.
  ///   - generator: the source of the salt, which must be unpredictable and never repeat under one key.
  /// - Returns: the whole file.
  public func seal(_ payload: [UInt8], using generator: inout some RandomNumberGenerator) -> [UInt8]
  {
    var content: [UInt8] = []
    content.reserveCapacity(Self.contentByteCount(payload.count))
    content.append(contentsOf: Self.length(payload.count))
    content.append(contentsOf: payload)
    let rest = Self.contentByteCount(payload.count) - content.count
    content.append(contentsOf: repeatElement(0, count: rest))
    return seal(content: content.span, using: &generator)
  }

  /// Seals a payload that is itself a secret: its plain bytes stay in guarded memory.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public func seal(
    _ payload: borrowing SecretBytes, using generator: inout some RandomNumberGenerator
  ) throws(SealingError) -> [UInt8] {
    let content = try SecretBytes(byteCount: Self.contentByteCount(payload.byteCount))
    let length = Self.length(payload.byteCount)
    content.withMutableBytes { content in
      for index in length.indices { content[index] = length[index] }
      payload.withBytes { payload in
        for index in payload.indices { content[Self.lengthByteCount + index] = payload[index] }
      }
    }
    return content.withBytes { seal(content: $0, using: &generator) }
  }

  /// Opens a complete file; returns all of its payload or fails.
  ///
  /// - Returns: the payload, as a slice of the slightly larger opened content.
  /// - Throws: `SealingError.notSealed`, `.unproved`, `.wrongKey`, `.newerFormat`, `.wrongKind`, or `.damaged`
  ///   if a proved file was altered.
  public func open(_ file: Span<UInt8>) throws(SealingError) -> ArraySlice<UInt8> {
    try check(file)
    let chunks = file.extracting(EnvelopeHeader.byteCount...)
    var content = [UInt8](repeating: 0, count: ChunkCipher.contentByteCount(chunks.count))
    var target = content.mutableSpan
    guard cipher.open(chunks, into: &target) else { throw .damaged }
    return content[try Self.payloadRange(content.span)]
  }

  /// Opens a file whose payload is itself a secret.
  ///
  /// - Throws: like `open`, or `SealingError.noGuardedMemory`.
  public func openSecret(_ file: Span<UInt8>) throws(SealingError) -> SecretBytes {
    try check(file)
    let chunks = file.extracting(EnvelopeHeader.byteCount...)
    let content = try SecretBytes(byteCount: ChunkCipher.contentByteCount(chunks.count))
    guard content.withMutableBytes({ cipher.open(chunks, into: &$0) }) else { throw .damaged }
    let range = try content.withBytes { (bytes) throws(SealingError) in
      try Self.payloadRange(bytes)
    }
    let payload = try SecretBytes(byteCount: range.count)
    content.withBytes { content in
      payload.withMutableBytes { payload in
        for index in payload.indices { payload[index] = content[range.lowerBound + index] }
      }
    }
    return payload
  }

  /// Proves that this key made a file of this kind, in any format version.
  ///
  /// - Parameter file: the whole file, or at least its header.
  /// - Throws: `SealingError.notSealed`, `.unproved`, `.wrongKey` or `.wrongKind`; for a proved file,
  ///   `.newerFormat` if its version is not ours.
  public func prove(_ file: Span<UInt8>) throws(SealingError) {
    guard EnvelopeHeader.hasMagic(file) else { throw .notSealed }
    guard let header = EnvelopeHeader(claimedBy: file) else { throw .unproved }
    guard header.keyID == keyID else { throw .wrongKey(header.keyID) }
    guard header.kind == kind else { throw .wrongKind }
    guard isCommitted(file) else { throw .unproved }
    guard header.version == EnvelopeHeader.formatVersion else { throw .newerFormat(header.version) }
  }

  /// How many bytes determine a file's length: the header and the first chunk.
  package static let beginningByteCount =
    EnvelopeHeader.byteCount + ChunkCipher.sealedChunkByteCount

  /// The length of a file that begins with these bytes, as its first chunk states.
  ///
  /// Anyone who carries the files can put a proved header in front of anything, so a reader opens the first chunk and
  /// compares the length before it reads more.
  ///
  /// - Parameter beginning: the first `beginningByteCount` bytes of a longer file.
  /// - Returns: the length of the whole file in bytes.
  /// - Throws: like `open`, as far as these bytes show it.
  package func wholeByteCount(of beginning: Span<UInt8>) throws(SealingError) -> Int {
    try check(beginning)
    guard beginning.count == Self.beginningByteCount else { throw .damaged }
    var content = [UInt8](repeating: 0, count: ChunkCipher.chunkByteCount)
    var target = content.mutableSpan
    guard
      cipher.open(
        beginning.extracting(EnvelopeHeader.byteCount...), at: 0, isLast: false, into: &target)
    else { throw .damaged }
    guard let length = Int(exactly: UInt64(littleEndian: content.span, at: 0)),
      length <= EnvelopeFile.byteLimit
    else { throw .damaged }
    return EnvelopeWriter.fileByteCount(payloadByteCount: length)
  }

  private func seal(
    content: Span<UInt8>, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    header(using: &generator) + cipher.seal(content)
  }

  /// The header of a new file, whose key the cipher then holds; other versions are for tests only.
  func header(
    version: UInt8 = EnvelopeHeader.formatVersion, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let header = EnvelopeHeader.make(
      version: version, kind: kind, keyID: keyID, using: &generator)
    cipher.derive(header.span)
    return header + cipher.commitment
  }

  /// Checks everything before the chunks; the cipher then holds the file's key.
  ///
  /// - Parameter file: all of it, or at least the minimum length of a file.
  /// - Throws: like `open`, as far as these bytes show it.
  func check(_ file: Span<UInt8>) throws(SealingError) {
    try prove(file)
    guard (9..<16).allSatisfy({ file[$0] == 0 }),
      file.count >= EnvelopeHeader.minFileByteCount
    else { throw .damaged }
  }

  /// Whether the commitment matches the file's header.
  private func isCommitted(_ file: Span<UInt8>) -> Bool {
    cipher.derive(file.extracting(first: EnvelopeHeader.commitmentOffset))
    return cipher.isCommitment(
      file.extracting(EnvelopeHeader.commitmentOffset..<EnvelopeHeader.byteCount))
  }

  static func contentByteCount(_ payloadByteCount: Int) -> Int {
    Padding.paddedByteCount(lengthByteCount + payloadByteCount)
  }

  static func length(_ byteCount: Int) -> [UInt8] {
    UInt64(byteCount).littleEndianBytes
  }

  /// Where in the content the payload is; accepts only the one valid form.
  static func payloadRange(_ content: Span<UInt8>) throws(SealingError) -> Range<Int> {
    guard content.count >= Padding.minByteCount else { throw .damaged }
    let length = UInt64(littleEndian: content, at: 0)
    guard length <= UInt64(content.count - lengthByteCount) else { throw .damaged }
    let end = lengthByteCount + Int(length)
    guard Padding.paddedByteCount(end) == content.count,
      (end..<content.count).allSatisfy({ content[$0] == 0 })
    else { throw .damaged }
    return lengthByteCount..<end
  }
}

extension RootKey {
  /// A key for one kind of sealed files.
  ///
  /// - Throws: `SealingError.noGuardedMemory`.
  public func envelopeKey(_ kind: EnvelopeKind) throws(SealingError) -> EnvelopeKey {
    let purpose = Purpose.envelopes.rawValue + UInt64(kind.rawValue)
    return try EnvelopeKey(kind: kind, keyID: keyID, subkey: try subkey(purpose))
  }
}

/// Padding of sealed contents, so that sizes reveal little.
enum Padding {
  /// The minimum length.
  static let minByteCount = 1_024

  /// The length to which `byteCount` is padded: Padmé (Nikitin et al., "Reducing Metadata Leakage from
  /// Encrypted Files and Communication with PURBs", 2019, section 4), which adds at most 12%.
  static func paddedByteCount(_ byteCount: Int) -> Int {
    let length = max(byteCount, minByteCount)
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(0, exponent - kept) - 1
    return (length + mask) & ~mask
  }
}
