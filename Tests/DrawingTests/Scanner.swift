import Cards
import Czbar
import Czxing

/// What ZXing reads from a bitmap: independent evidence for every drawing.
struct Scan: Hashable, CustomStringConvertible {
  var format = ""
  var bytes: [UInt8] = []
  var text = ""
  var eci: Int?
  var identifier = ""
  var errorCorrection = ""
  var version = ""
  var mask = ""
  var addOn = ""
  var printedUPCE = ""
  var readerInitialisation = false
  var part: SymbolTraits.Part?

  var description: String {
    "\(format) \(identifier) \(bytes.count) bytes, ECI \(eci.map(String.init) ?? "none"), level "
      + "\(errorCorrection), version \(version), mask \(mask), add-on \(addOn)"
  }

  /// Everything on the bitmap.
  static func all(_ bitmap: Bitmap, isPure: Bool = false) -> [Scan] {
    unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      let view = unsafe ZXing_ImageView_new(
        pixels.baseAddress, Int32(bitmap.width), Int32(bitmap.height), ZXing_ImageFormat_Lum, 0, 0)
      let options = unsafe ZXing_ReaderOptions_new()
      unsafe ZXing_ReaderOptions_setEanAddOnSymbol(options, ZXing_EanAddOnSymbol_Read)
      unsafe ZXing_ReaderOptions_setIsPure(options, isPure)
      defer {
        unsafe ZXing_ImageView_delete(view)
        unsafe ZXing_ReaderOptions_delete(options)
      }
      guard let found = unsafe ZXing_ReadBarcodes(view, options) else { return [] }
      defer { unsafe ZXing_Barcodes_delete(found) }
      return (0..<(unsafe ZXing_Barcodes_size(found))).compactMap { index in
        unsafe ZXing_Barcodes_at(found, index).map { unsafe Scan($0) }
      }
    }
  }

  private init(_ barcode: OpaquePointer) {
    func string(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
      guard let pointer = unsafe pointer else { return "" }
      defer { unsafe ZXing_free(pointer) }
      return unsafe String(cString: pointer)
    }
    func bytes(_ read: (OpaquePointer, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<UInt8>?)
      -> [UInt8]
    {
      var count: Int32 = 0
      guard let start = unsafe read(barcode, &count) else { return [] }
      defer { unsafe ZXing_free(start) }
      return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    func extra(_ key: String) -> String { unsafe string(ZXing_Barcode_extra(barcode, key)) }
    format = unsafe string(ZXing_BarcodeFormatToString(ZXing_Barcode_format(barcode)))
    self.bytes = unsafe bytes { unsafe ZXing_Barcode_bytes($0, $1) }
    text = unsafe string(ZXing_Barcode_text(barcode))
    if unsafe ZXing_Barcode_hasECI(barcode) {
      // The form of ISO/IEC 15424: identifier, then \ and six digits for each ECI.
      let marked = unsafe bytes { unsafe ZXing_Barcode_bytesECI($0, $1) }
      eci = Int(String(decoding: marked.dropFirst(4).prefix(6), as: UTF8.self))
    }
    identifier = unsafe string(ZXing_Barcode_symbologyIdentifier(barcode))
    errorCorrection = extra("ECLevel")
    version = extra("Version")
    mask = extra("DataMask")
    addOn = extra("EanAddOn")
    printedUPCE = extra("UPCE")
    readerInitialisation = extra("ReaderInit") == "true"
    let (index, count) = unsafe (
      Int(ZXing_Barcode_sequenceIndex(barcode)), Int(ZXing_Barcode_sequenceSize(barcode))
    )
    if index >= 0 {
      part = .init(
        index: index + 1, count: count, id: unsafe string(ZXing_Barcode_sequenceId(barcode)))
    }
  }

  /// The barcode as the vault would store it.
  func stored(as symbology: Symbology) -> Barcode {
    // ZXing leaves the digits of an add-on that it rejected in the extra; only ]E3 has one.
    let addOn = identifier == "]E3" ? addOn : ""
    var payload = Array(bytes.dropLast(addOn.utf8.count))
    if symbology == .upcA { payload.removeFirst() }
    if symbology == .upcE { payload = Array(printedUPCE.utf8) }
    let gs1Identifiers = [
      "]C1", "]Q3", "]Q4", "]d2", "]d5", "]d8", "]dB", "]z1", "]z4", "]z7", "]zA", "]e0",
    ]
    return Barcode(
      symbology: symbology, bytes: payload, text: text,
      traits: SymbolTraits(
        aimIdentifier: identifier, errorCorrection: errorCorrection.isEmpty ? nil : errorCorrection,
        version: version.isEmpty ? nil : version, mask: Int(mask),
        eci: eci, gs1: gs1Identifiers.contains(identifier),
        readerInitialisation: readerInitialisation, addOn: addOn.isEmpty ? nil : addOn,
        part: part))
  }
}

/// What ZBar reads from a bitmap.
enum ZBarScan {
  /// Reads everything on a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: The bitmap.
  ///   - isRaw: Whether a QR Code's bytes are wanted as they are; otherwise it guesses a text's charset, and returns the
  ///     text in UTF-8.
  /// - Returns: The bytes of each.
  static func all(_ bitmap: Bitmap, isRaw: Bool = false) -> [[UInt8]] {
    guard let scanner = unsafe zbar_image_scanner_create(),
      let image = unsafe zbar_image_create()
    else { return [] }
    defer {
      unsafe zbar_image_destroy(image)
      unsafe zbar_image_scanner_destroy(scanner)
    }
    unsafe zbar_image_scanner_request_dbus(scanner, 0)
    unsafe zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 1)
    unsafe zbar_image_scanner_set_config(
      scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, isRaw ? 1 : 0)
    return unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
      // "Y800": one grey byte per pixel.
      unsafe zbar_image_set_format(image, 0x3030_3859)
      unsafe zbar_image_set_size(image, UInt32(bitmap.width), UInt32(bitmap.height))
      unsafe zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      guard unsafe zbar_scan_image(scanner, image) > 0 else { return [] }
      var found: [[UInt8]] = []
      var symbol = unsafe zbar_image_first_symbol(image)
      while let current = unsafe symbol {
        if let data = unsafe zbar_symbol_get_data(current) {
          let count = Int(unsafe zbar_symbol_get_data_length(current))
          found.append(
            unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
              unsafe Array(UnsafeBufferPointer(start: $0, count: count))
            })
        }
        unsafe symbol = unsafe zbar_symbol_next(current)
      }
      return found
    }
  }
}
