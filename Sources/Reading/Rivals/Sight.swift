import Cards

extension Finding {
  /// Modules between a symbol and its add-on, 7 to 12, and of an add-on of two digits and of five (ISO/IEC 15420:2009,
  /// 4.4).
  private static let addOnGap = 9.5
  private static let addOnModules = [2: 20.0, 5: 47]

  /// Where an EAN or UPC is, from its first bar to its last, without its add-on, by an engine that knows.
  var sight: Place? {
    guard engine == .zxing || engine == .blurred, let layout = RetailLayout.of(barcode.symbology)
    else { return nil }
    guard let added = barcode.traits.addOn.flatMap({ Self.addOnModules[$0.utf8.count] }) else {
      return place
    }
    let modules = Double(layout.moduleCount)
    return place.shortened(to: modules / (modules + Self.addOnGap + added))
  }
}
