import Czbar

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
