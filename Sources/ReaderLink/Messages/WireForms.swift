internal import Cards
internal import FoundationEssentials

// Conversion between messages and Cards types. Decoding trusts nothing: the sender may have been taken over by the
// picture that it read.

/// Bounds on what a reader may answer.
enum WireBounds {
  /// Codes on one page.
  static let codes = 256
  /// Bytes of a short word such as a protection's name.
  static let wordByteCount = Barcode.maxWordByteCount
  /// Pixels along one side, which also bounds coordinates.
  static let side = 1 << 20
  /// Shares of a picture's width or height.
  static let shares = 0.0...1.0
}

extension Cardvault_Reader_Page {
  init(_ reading: PictureReading) {
    page = UInt32(clamping: reading.page)
    pageCount = UInt32(clamping: reading.pageCount)
    width = UInt32(clamping: reading.width)
    height = UInt32(clamping: reading.height)
    codes = reading.codes.prefix(WireBounds.codes).map(Cardvault_Reader_Code.init)
    partialCodes = reading.partialCodes.prefix(PartialBarcode.maxCount)
      .map(Cardvault_Reader_PartialCode.init)
    holdsKey = reading.holdsKey
  }

  func reading() throws(WireError) -> PictureReading {
    guard codes.count <= WireBounds.codes, partialCodes.count <= PartialBarcode.maxCount,
      page >= 1, page <= pageCount, max(width, height) <= WireBounds.side
    else { throw .malformed }
    var found: [FoundBarcode] = []
    for code in codes { found.append(try code.foundBarcode()) }
    var partial: [PartialBarcode] = []
    for code in partialCodes { partial.append(try code.partialBarcode()) }
    // The reader already left keys out, but one that was taken over may not have.
    return PictureReading(
      page: Int(page), pageCount: Int(pageCount), width: Int(width), height: Int(height),
      codes: found, partialCodes: partial, holdsKey: holdsKey
    ).withoutKeys()
  }
}

extension Cardvault_Reader_Kept {
  init(_ kept: KeptPicture) {
    bytes = .init(kept.bytes)
    places = kept.places.prefix(WireBounds.codes).joined().flatMap { [$0.x, $0.y] }
  }

  /// The picture of a photo, which is a document of one page.
  func keptPicture(of pages: [PictureReading]) throws(WireError) -> KeptPicture {
    guard pages.count == 1, places.count == 8 * pages[0].markedCodes.count,
      places.allSatisfy(WireBounds.shares.contains), bytes.count <= KeptPicture.maxByteCount
    else { throw .malformed }
    let corners = stride(from: 0, to: places.count, by: 2).map { SIMD2(places[$0], places[$0 + 1]) }
    let kept = KeptPicture(
      bytes: [UInt8](bytes),
      places: stride(from: 0, to: corners.count, by: 4).map { Array(corners[$0..<($0 + 4)]) })
    guard kept.isWithinBounds else { throw .malformed }
    return kept
  }
}

extension Cardvault_Reader_Code {
  init(_ found: FoundBarcode) {
    let (barcode, traits) = (found.barcode, found.barcode.traits)
    symbology = UInt32(barcode.symbology.rawValue)
    bytes = .init(barcode.bytes)
    text = barcode.text
    aimIdentifier = traits.aimIdentifier
    if let value = traits.errorCorrection { errorCorrection = value }
    if let value = traits.version { version = value }
    if let value = traits.mask { mask = UInt32(clamping: value) }
    if let value = traits.eci { eci = UInt32(clamping: value) }
    gs1 = traits.gs1
    readerInitialisation = traits.readerInitialisation
    if let value = traits.addOn { addOn = value }
    if let value = traits.columns { columns = UInt32(clamping: value) }
    if let value = traits.part {
      part = [UInt32(clamping: value.index), UInt32(clamping: value.count)]
      partID = value.id
    }
    position = WireCorners.numbers(found.position)
    doubt = UInt32(found.doubt?.rawValue ?? 0)
  }

  func foundBarcode() throws(WireError) -> FoundBarcode {
    guard let kind = UInt8(exactly: symbology).flatMap(Symbology.init(rawValue:)) else {
      throw .malformed
    }
    let corners = try WireCorners.points(position)
    let certainty = UInt8(exactly: doubt).flatMap(FoundBarcode.Doubt.init(rawValue:))
    guard doubt == 0 || certainty != nil, [0, 2].contains(part.count) else { throw .malformed }
    let traits = SymbolTraits(
      aimIdentifier: aimIdentifier, errorCorrection: hasErrorCorrection ? errorCorrection : nil,
      version: hasVersion ? version : nil, mask: hasMask ? Int(mask) : nil,
      eci: hasEci ? Int(eci) : nil, gs1: gs1, readerInitialisation: readerInitialisation,
      addOn: hasAddOn ? addOn : nil, columns: hasColumns ? Int(columns) : nil,
      part: part.isEmpty ? nil : .init(index: Int(part[0]), count: Int(part[1]), id: partID))
    let barcode = Barcode(symbology: kind, bytes: [UInt8](bytes), text: text, traits: traits)
    guard barcode.isWithinBounds else { throw .malformed }
    return FoundBarcode(barcode: barcode, position: corners, doubt: certainty)
  }
}

extension Cardvault_Reader_PartialCode {
  init(_ partial: PartialBarcode) {
    symbology = UInt32(partial.symbology.rawValue)
    pattern = partial.pattern
    position = WireCorners.numbers(partial.position)
  }

  func partialBarcode() throws(WireError) -> PartialBarcode {
    guard let kind = UInt8(exactly: symbology).flatMap(Symbology.init(rawValue:)) else {
      throw .malformed
    }
    let partial = PartialBarcode(
      symbology: kind, pattern: pattern, position: try WireCorners.points(position))
    guard partial.isWithinBounds else { throw .malformed }
    return partial
  }
}

/// The four corners of a symbol as eight numbers, x then y.
enum WireCorners {
  static func numbers(_ points: [FoundBarcode.Point]) -> [Int32] {
    points.flatMap { [Int32(clamping: $0.x), Int32(clamping: $0.y)] }
  }

  static func points(_ numbers: [Int32]) throws(WireError) -> [FoundBarcode.Point] {
    guard numbers.count == 8, numbers.allSatisfy({ abs(Int($0)) <= WireBounds.side }) else {
      throw .malformed
    }
    return stride(from: 0, to: 8, by: 2).map {
      FoundBarcode.Point(x: Int(numbers[$0]), y: Int(numbers[$0 + 1]))
    }
  }
}

// Conversion between messages of live scanning and values. As with pages, decoding trusts nothing.

extension Cardvault_Reader_LiveRequest {
  init(_ frame: LiveFrame, _ request: LiveRequest) {
    byteCount = UInt64(frame.bytes.count)
    if case .luma(let width, let height, let stride) = frame.form {
      self.width = UInt32(width)
      self.height = UInt32(height)
      self.stride = UInt32(stride)
    }
    symbologies = request.symbologies.map { UInt32($0.rawValue) }.sorted()
  }

  /// The frame with these bytes.
  ///
  /// - Throws: `LiveFrame.Failure` when their count, or a side, is not what it must be.
  func frame(_ bytes: [UInt8]) throws(LiveFrame.Failure) -> LiveFrame {
    if width == 0, height == 0, stride == 0 { return try LiveFrame(jpeg: bytes) }
    return try LiveFrame(width: Int(width), height: Int(height), stride: Int(stride), luma: bytes)
  }
}

extension Cardvault_Reader_Live {
  init(_ reading: LiveReading) {
    width = UInt32(clamping: reading.width)
    height = UInt32(clamping: reading.height)
    let sent = reading.codes.prefix(WireBounds.codes)
    codes = sent.map { Cardvault_Reader_Code($0.found) }
    confidences = sent.map { Self.thousandths($0.confidence) }
    holdsKey = reading.holdsKey
    candidate = reading.candidate.map { WireCorners.numbers($0.corners) } ?? []
    hint = reading.candidate?.hint?.rawValue ?? ""
  }

  func reading() throws(WireError) -> LiveReading {
    let sides = 1...UInt32(LiveFrame.longestSide)
    let known = LiveReading.Hint(rawValue: hint)
    guard sides.contains(width), sides.contains(height), codes.count <= WireBounds.codes,
      confidences.count == codes.count, confidences.allSatisfy({ $0 <= 1_000 }),
      hint.isEmpty || known != nil && !candidate.isEmpty
    else { throw .malformed }
    var found: [LiveReading.Code] = []
    for index in codes.indices {
      found.append(
        LiveReading.Code(
          found: try codes[index].foundBarcode(),
          confidence: Double(confidences[index]) / 1_000))
    }
    // The reader already left keys out, but one that was taken over may not have.
    return LiveReading(
      width: Int(width), height: Int(height), codes: found,
      candidate: candidate.isEmpty
        ? nil : LiveReading.Candidate(corners: try WireCorners.points(candidate), hint: known),
      holdsKey: holdsKey, readingTime: .microseconds(Int64(clamping: microseconds))
    ).withoutKeys()
  }

  private static func thousandths(_ share: Double) -> UInt32 {
    share.isFinite ? UInt32((min(max(0, share), 1) * 1_000).rounded()) : 0
  }
}
