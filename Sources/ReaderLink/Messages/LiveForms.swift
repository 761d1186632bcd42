internal import Cards

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

  /// The frame that these bytes are.
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
    candidate = reading.candidate.map(WireCorners.numbers) ?? []
    let measures = reading.measures
    sharpness = Self.thousandths(measures.sharpness)
    contrast = Self.level(measures.contrast)
    brightness = Self.level(measures.brightness)
    darkLevel = Self.level(measures.darkLevel)
    lightLevel = Self.level(measures.lightLevel)
    glareShare = Self.thousandths(measures.glareShare)
  }

  func reading() throws(WireError) -> LiveReading {
    let levels = [contrast, brightness, darkLevel, lightLevel]
    let sides = 1...UInt32(LiveFrame.longestSide)
    guard sides.contains(width), sides.contains(height), codes.count <= WireBounds.codes,
      confidences.count == codes.count, confidences.allSatisfy({ $0 <= 1_000 }),
      max(sharpness, glareShare) <= 1_000, levels.allSatisfy({ $0 <= 255 })
    else { throw .malformed }
    var found: [LiveReading.Code] = []
    for index in codes.indices {
      found.append(
        LiveReading.Code(
          found: try codes[index].foundBarcode(),
          confidence: Double(confidences[index]) / 1_000))
    }
    let measures = FrameMeasures(
      sharpness: Double(sharpness) / 1_000, contrast: Double(contrast),
      brightness: Double(brightness), darkLevel: Double(darkLevel),
      lightLevel: Double(lightLevel), glareShare: Double(glareShare) / 1_000)
    // The reader already left keys out, but one that was taken over may not have.
    return LiveReading(
      width: Int(width), height: Int(height), codes: found, measures: measures,
      candidate: candidate.isEmpty ? nil : try WireCorners.points(candidate), holdsKey: holdsKey,
      readingTime: .microseconds(Int64(clamping: microseconds))
    ).withoutKeys()
  }

  private static func thousandths(_ share: Double) -> UInt32 {
    share.isFinite ? UInt32((min(max(0, share), 1) * 1_000).rounded()) : 0
  }

  private static func level(_ level: Double) -> UInt32 {
    level.isFinite ? UInt32(min(max(0, level), 255).rounded()) : 0
  }
}
