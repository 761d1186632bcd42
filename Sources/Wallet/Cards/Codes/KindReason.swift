package import Cards

extension Barcode {
  /// Why a text that was typed without a kind of barcode was taken for this one, for the person who compares it with the
  /// card: `13 digits with the right check digit`.
  package var kindReason: String {
    switch symbology {
    case .ean13, .ean8, .upcA, .upcE: "\(bytes.count) digits with the right check digit"
    default: "no check digit fits, and this kind holds any text"
    }
  }
}
