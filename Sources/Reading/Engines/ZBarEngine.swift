internal import Cards
internal import Czbar

/// ZBar: a second engine for linear symbols, good at worn and small prints.
///
/// Its QR decoder stays off: it reports no version or correction level, reads less than ZXing's, and loads converter
/// libraries in the middle of a read. DataBar stays off too, because ZBar's misreads come from there (our
/// measurement).
@safe
struct ZBarEngine: ~Copyable {
  private let scanner: OpaquePointer

  /// Sets the engine up for the linear symbologies among `symbologies`; `nil` when there are none.
  init?(symbologies: Set<Symbology>) {
    let types = Self.types.filter { symbologies.contains($0.symbology) }
    guard !types.isEmpty, let made = unsafe zbar_image_scanner_create() else { return nil }
    unsafe scanner = made
    // ZBar can broadcast everything it reads over D-Bus: never allow that.
    unsafe zbar_image_scanner_request_dbus(scanner, 0)
    unsafe zbar_image_scanner_enable_cache(scanner, 0)
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for (_, type) in types {
      unsafe zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1)
    }
    // Digits and stop characters as printed; every scan line; positions.
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_POSITION, 1)
  }

  deinit {
    unsafe zbar_image_scanner_destroy(scanner)
  }

  /// Every linear symbol on the picture, in its coordinates.
  func read(_ picture: borrowing GreyPicture) -> [Finding] {
    let (width, height) = (UInt32(picture.width), UInt32(picture.height))
    return unsafe picture.withPixels { pixels in
      guard let image = unsafe zbar_image_create() else { return [] }
      defer { unsafe zbar_image_destroy(image) }
      unsafe zbar_image_set_format(image, Self.grey)
      unsafe zbar_image_set_size(image, width, height)
      unsafe zbar_image_set_data(image, pixels, UInt(width) * UInt(height), nil)
      guard unsafe zbar_scan_image(scanner, image) > 0 else { return [] }
      var findings: [Finding] = []
      var symbol = unsafe zbar_image_first_symbol(image)
      while let current = unsafe symbol {
        if let finding = unsafe Self.finding(current) { findings.append(finding) }
        unsafe symbol = unsafe zbar_symbol_next(current)
      }
      return findings
    }
  }

  /// "Y800" as ZBar packs four characters: one grey byte per pixel.
  private static let grey = "Y800".utf8.reversed().reduce(UInt(0)) { $0 << 8 | UInt($1) }

  private static let types: [(symbology: Symbology, type: zbar_symbol_type_t)] = [
    (.ean13, ZBAR_EAN13), (.upcA, ZBAR_EAN13), (.ean8, ZBAR_EAN8), (.upcE, ZBAR_UPCE),
    (.code128, ZBAR_CODE128), (.code39, ZBAR_CODE39), (.code93, ZBAR_CODE93),
    (.codabar, ZBAR_CODABAR), (.itf, ZBAR_I25),
  ]

  private static func finding(_ symbol: OpaquePointer) -> Finding? {
    let type = unsafe zbar_symbol_get_type(symbol)
    guard var symbology = types.first(where: { $0.type == type })?.symbology,
      let data = unsafe zbar_symbol_get_data(symbol)
    else { return nil }
    let count = Int(unsafe zbar_symbol_get_data_length(symbol))
    var bytes = unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
    if symbology == .ean13, bytes.count == 13, bytes[0] == UInt8(ascii: "0") {
      symbology = .upcA
      bytes.removeFirst()
    }
    let gs1 = unsafe zbar_symbol_get_modifiers(symbol) & (1 << ZBAR_MOD_GS1.rawValue) != 0
    let barcode = Barcode(
      symbology: symbology, bytes: bytes, text: String(decoding: bytes, as: UTF8.self),
      traits: SymbolTraits(
        aimIdentifier: symbology.linearIdentifier(bytes, gs1: gs1), gs1: gs1))
    return Finding(
      barcode: barcode, place: unsafe place(symbol), engine: .zbar,
      lineCount: Int(unsafe zbar_symbol_get_quality(symbol)))
  }

  /// ZBar gives points on its scan lines, not corners: use the box around them.
  private static func place(_ symbol: OpaquePointer) -> Place {
    let points = (0..<(unsafe zbar_symbol_get_loc_size(symbol))).map {
      SIMD2(
        Double(unsafe zbar_symbol_get_loc_x(symbol, $0)),
        Double(unsafe zbar_symbol_get_loc_y(symbol, $0)))
    }
    let (low, high) = Place(corners: points.isEmpty ? [.zero] : points).bounds
    return Place(corners: [low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y)])
  }
}

extension Symbology {
  /// The AIM identifier of a linear symbol by its content (ISO/IEC 15424): modifiers mark a correct check character
  /// (Code 39 `]A1`, ITF `]I1`) and FNC1 in first position (Code 128 `]C1`).
  fileprivate func linearIdentifier(_ bytes: [UInt8], gs1: Bool) -> String {
    switch self {
    case .ean13, .upcA, .upcE: "]E0"
    case .ean8: "]E4"
    case .code128: gs1 ? "]C1" : "]C0"
    case .code39: CheckDigit.isValidModulo43(bytes) ? "]A1" : "]A0"
    case .code93: "]G0"
    case .codabar: "]F0"
    case .itf: CheckDigit.isValidGS1(bytes) ? "]I1" : "]I0"
    default: ""
    }
  }
}
