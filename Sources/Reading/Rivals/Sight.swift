import Cards

extension Finding {
  /// Modules between a symbol and its add-on: 7 to 12 (ISO/IEC 15420:2009, 4.4).
  private static let addOnGap = 9.5

  /// Where an EAN or UPC is, from its first bar to its last, without its add-on, by an engine that knows.
  var sight: Place? {
    guard engine == .zxing || engine == .blurred, let layout = RetailLayout.of(barcode.symbology)
    else { return nil }
    guard let added = addOnModules else { return place }
    let modules = Double(layout.moduleCount)
    return place.shortened(to: modules / (modules + Self.addOnGap + added))
  }

  /// Where its add-on is, from the first bar to the last, by the engine that reads them.
  var addOnSight: Place? {
    guard engine == .zxing, let layout = RetailLayout.of(barcode.symbology),
      let added = addOnModules
    else { return nil }
    let modules = Double(layout.moduleCount)
    return place.turned(by: 2).shortened(to: added / (modules + Self.addOnGap + added))
      .turned(by: 2)
  }

  private var addOnModules: Double? {
    barcode.traits.addOn.flatMap { RetailLayout.addOns[$0.utf8.count] }
      .map { Double($0.moduleCount) }
  }
}
