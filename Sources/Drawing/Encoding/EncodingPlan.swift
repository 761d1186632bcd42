internal import Cards

/// What to request from zint for a barcode: first exactly the same symbol, then what gives up least.
struct EncodingPlan {
  /// In the order to try; the first one without differences ends the search.
  let requests: [ZintRequest]

  /// Plans a payload that has been checked.
  init(for barcode: Barcode, _ row: EncodingTable) throws(DrawingError) {
    let traits = barcode.traits
    var plain = ZintRequest(number: row.number, bytes: barcode.bytes)
    plain.eci = Int32(traits.eci ?? 0)
    plain.readerInitialisation = traits.readerInitialisation
    if traits.gs1 { plain.mode = .gs1Verbatim }
    if let part = traits.part {
      guard let header = Self.header(part, of: barcode.symbology) else {
        throw .cannotState(barcode.symbology, .part)
      }
      plain.part = header
    }

    var requests: [ZintRequest]
    switch barcode.symbology {
    case .qrCode: requests = Self.sized(plain, Sizes.qrVersion(traits.version), traits)
    case .microQRCode: requests = Self.sized(plain, Sizes.microQRVersion(traits.version), traits)
    case .rmqrCode: requests = Self.sized(plain, Sizes.rmqrVersion(traits.version), traits)
    case .aztec: requests = Self.aztec(plain, traits)
    case .dataMatrix: requests = Self.dataMatrix(plain, traits)
    case .pdf417, .compactPDF417, .microPDF417: requests = Self.columned(plain, traits)
    case .maxiCode: requests = [try Self.maxiCode(plain, barcode)]
    case .code128: requests = [Self.code128(plain, traits)]
    case .dataBarExpanded, .dataBarExpandedStacked:
      plain.mode = .gs1Elements
      plain.bytes = try Self.elementRuns(barcode)
      requests = Self.columned(plain, traits)
    default:
      plain.mode = .data
      plain.bytes = Self.text(of: barcode)
      if barcode.symbology == .telepen && traits.aimIdentifier == "]B1" { plain.number = 87 }
      requests = [plain]
    }
    if plain.readerInitialisation {
      requests += requests.map { request in
        var ordinary = request
        ordinary.readerInitialisation = false
        return ordinary
      }
    }
    self.requests = requests
  }

  /// The header of a structured append in zint's notation; `nil` for one that it cannot draw exactly.
  ///
  /// Macro PDF417 is refused: it has optional fields that readers do not report.
  private static func header(
    _ part: SymbolTraits.Part, of symbology: Symbology
  ) -> SymbolTraits.Part? {
    var header = part
    switch symbology {
    case .qrCode:
      guard part.count <= 16, UInt8(part.id) != nil else { return nil }
    case .dataMatrix:
      // Two bytes from 1 to 254 (ISO/IEC 16022 5.6.3), which zint takes as three digits each.
      guard part.count <= 16, let id = UInt16(part.id) else { return nil }
      let bytes = (Int(id >> 8), Int(id & 0xFF))
      guard (1...254).contains(bytes.0), (1...254).contains(bytes.1) else { return nil }
      header.id = String(bytes.0 * 1_000 + bytes.1)
    case .aztec:
      let isWord = part.id.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard part.count <= 26, part.id.utf8.count <= 32, isWord else { return nil }
    case .maxiCode:
      guard part.count <= 8, part.id.isEmpty else { return nil }
    default:
      return nil
    }
    return (2...26).contains(part.count) && (1...part.count).contains(part.index) ? header : nil
  }

  /// QR kinds: level and version kept; then Kanji mode, which may be how the original fitted; then another version;
  /// then another level.
  private static func sized(
    _ plain: ZintRequest, _ version: Int32, _ traits: SymbolTraits
  ) -> [ZintRequest] {
    var request = plain
    request.option1 = Sizes.errorCorrection(traits.errorCorrection)
    request.option2 = version
    request.option3 = Sizes.mask(traits.mask)
    var kanji = request
    kanji.option3 += 200
    var anyVersion = request
    anyVersion.option2 = 0
    var anyLevel = anyVersion
    anyLevel.option1 = -1
    return [request, kanji, anyVersion, anyLevel]
  }

  /// Layers determine the size, except that 1 to 4 may be compact or full: the percentage decides.
  private static func aztec(_ plain: ZintRequest, _ traits: SymbolTraits) -> [ZintRequest] {
    let layers = Int32(traits.version ?? "") ?? 0
    let compact = (1...4).contains(layers) ? [layers] : []
    let full = (1...32).contains(layers) ? [layers + 4] : []
    var requests = (compact + full).map { size in
      var request = plain
      request.option2 = size
      return request
    }
    if let percent = Sizes.percent(traits.errorCorrection) {
      var request = plain
      // ISO/IEC 24778 8.4: the recommended 23%, and zint's other levels of 10, 36 and 50%.
      request.option1 = percent < 17 ? 1 : percent < 30 ? 2 : percent < 43 ? 3 : 4
      requests.append(request)
    }
    return requests + [plain]
  }

  private static func dataMatrix(_ plain: ZintRequest, _ traits: SymbolTraits) -> [ZintRequest] {
    var request = plain
    request.option2 = Sizes.dataMatrixSize(traits.version)
    // 128: the 144x144 symbol as defined in ISO/IEC 16022. ]d7 and above are rectangular extensions.
    let isExtended = (traits.aimIdentifier.last ?? "1") >= "7"
    request.option3 = isExtended ? 101 + 128 : 100 + 128
    var anySize = request
    anySize.option2 = 0
    return request.option2 == 0 ? [request] : [request, anySize]
  }

  private static func columned(_ plain: ZintRequest, _ traits: SymbolTraits) -> [ZintRequest] {
    guard let columns = traits.columns, (1...30).contains(columns) else { return [plain] }
    var request = plain
    request.option2 = Int32(columns)
    return [request, plain]
  }

  /// Code 128 with FNC1 needs escapes; without it the bytes are enough (GS is then code set A's).
  private static func code128(_ plain: ZintRequest, _ traits: SymbolTraits) -> ZintRequest {
    var request = plain
    request.mode = .data
    if traits.gs1 {
      (request.mode, request.bytes) = (.fnc1Escapes, fnc1 + escaped(plain.bytes))
    } else if traits.aimIdentifier == "]C2", let head = applicationIndicator(plain.bytes) {
      let isLetter = head.count == 1
      let start = isLetter ? head : Array(#"\^C"#.utf8) + head
      let release = isLetter ? [] : Array(#"\^@"#.utf8)
      let rest = escaped(plain.bytes.dropFirst(head.count))
      (request.mode, request.bytes) = (.fnc1Escapes, start + fnc1 + release + rest)
    }
    return request
  }

  /// The text before FNC1 in second position: one letter, or two digits in code set C (ISO/IEC 15417 annex B.2).
  private static func applicationIndicator(_ bytes: [UInt8]) -> [UInt8]? {
    if let first = bytes.first, (0x41...0x5A).contains(first & 0xDF) { return [first] }
    let digits = bytes.prefix(2)
    return digits.count == 2 && digits.allSatisfy(EncodingTable.Alphabet.digits.contains)
      ? Array(digits) : nil
  }

  private static let fnc1 = Array(#"\^1"#.utf8)

  /// Turns GS into FNC1, and escapes backslashes so that they are kept.
  private static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isAfterBackslash = false
    for byte in bytes {
      // A backslash before a circumflex would become an escape again after the first pass: \^^ survives both.
      if isAfterBackslash { result += byte == 0x5E ? "^".utf8 : #"\"#.utf8 }
      isAfterBackslash = byte == 0x5C
      result += byte == 0x1D ? fnc1 : [byte]
    }
    return result + (isAfterBackslash ? [0x5C] : [])
  }

  /// Element strings between separators, each after an empty `[]` so that zint puts FNC1 between them.
  private static func elementRuns(_ barcode: Barcode) throws(DrawingError) -> [UInt8] {
    let runs = barcode.bytes.split(separator: 0x1D, omittingEmptySubsequences: false)
    for (offset, byte) in barcode.bytes.enumerated()
    where byte != 0x1D && (byte < 0x20 || byte > 0x7E || byte == 0x5B) {
      throw .wrongByte(barcode.symbology, offset: offset)
    }
    guard runs.allSatisfy({ !$0.isEmpty }) else { throw .refused(barcode.symbology) }
    return runs.flatMap { "[]".utf8 + $0 }
  }

  /// Modes 2 and 3 have postcode, country and class of service in a separate primary message (ISO/IEC 16023 annex
  /// B); readers put them before the rest, after a format header.
  private static func maxiCode(
    _ plain: ZintRequest, _ barcode: Barcode
  ) throws(DrawingError) -> ZintRequest {
    var request = plain
    let mode = Int32(barcode.traits.errorCorrection ?? "4") ?? 4
    request.option1 = mode
    request.readerInitialisation = false
    guard mode == 2 || mode == 3 else { return request }
    let header = barcode.bytes.starts(with: Array("[)>\u{1E}01\u{1D}".utf8)) ? 9 : 0
    let parts = barcode.bytes.dropFirst(header)
      .split(separator: 0x1D, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, !parts[3].isEmpty, isPrimary(parts, mode) else {
      throw .refused(.maxiCode)
    }
    request.primary = String(decoding: parts[0] + parts[1] + parts[2], as: UTF8.self)
    request.bytes = Array(barcode.bytes.prefix(header) + parts[3])
    return request
  }

  /// Whether zint keeps a primary message unchanged: it pads short postcodes and folds case.
  private static func isPrimary(_ parts: [ArraySlice<UInt8>], _ mode: Int32) -> Bool {
    let isNumber = { (part: ArraySlice<UInt8>) in
      part.allSatisfy(EncodingTable.Alphabet.digits.contains)
    }
    guard isNumber(parts[1]), isNumber(parts[2]), parts[1].count == 3, parts[2].count == 3 else {
      return false
    }
    guard mode == 2 else {
      return parts[0].count == 6 && parts[0].allSatisfy { (0x20...0x5A).contains($0) }
    }
    let isPadded = parts[0].count == 5 && parts[1].elementsEqual("840".utf8)
    return isNumber(parts[0]) && (1...9).contains(parts[0].count) && !isPadded
  }

  /// The payload of a linear symbol in the form that zint expects.
  private static func text(of barcode: Barcode) -> [UInt8] {
    switch barcode.symbology {
    case .code39: Code39Text.characters(for: barcode)
    case let kind where EncodingTable.itemNumberKinds.contains(kind): barcode.bytes.suffix(14)
    default: barcode.bytes + (barcode.traits.addOn.map { Array("+\($0)".utf8) } ?? [])
    }
  }
}

/// Converts Code 39 payloads to the 43 characters that its bars can encode.
enum Code39Text {
  /// The characters to draw for a payload.
  ///
  /// Full ASCII (ISO/IEC 16388 annex A) encodes each byte that the bars lack as a pair: a shift character and a
  /// letter. `]A4` and `]A5` mean that the symbol was read that way. A payload of unknown origin uses pairs when it
  /// must, or when a reader would otherwise mistake two of its characters for a pair. The last byte of `]A5` is the
  /// check character of the pairs and is drawn unchanged.
  static func characters(for barcode: Barcode) -> [UInt8] {
    let (bytes, identifier) = (barcode.bytes, barcode.traits.aimIdentifier)
    switch identifier {
    case "]A5" where !bytes.isEmpty:
      return bytes.dropLast().flatMap(FullASCII.pair) + bytes.suffix(1)
    case "]A4":
      return bytes.flatMap(FullASCII.pair)
    case "]A0", "]A1":
      return bytes.allSatisfy(plain.contains) ? bytes : bytes.flatMap(FullASCII.pair)
    default:
      let needsPairs = !bytes.allSatisfy(plain.contains) || bytes.contains(where: shifts.contains)
      return needsPairs ? bytes.flatMap(FullASCII.pair) : bytes
    }
  }

  private static let plain = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  private static let shifts = Set("$/+%".utf8)
}
