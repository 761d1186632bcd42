extension Barcode {
  /// What two codes must share to count as the same card: UPC-A, UPC-E and EAN-13 compare as GTIN-13,
  /// everything else by symbology and bytes; an add-on counts, error correction and size do not.
  ///
  /// Layout: one byte of symbology number (13-digit GTINs: that of EAN-13), the payload, and for an
  /// add-on 0x00 and its digits.
  public var canonicalBytes: [UInt8] {
    var (kind, payload) = (symbology, bytes)
    switch symbology {
    case .upcA where bytes.count == 12:
      (kind, payload) = (.ean13, [UInt8(ascii: "0")] + bytes)
    case .upcE:
      if let expanded = CheckDigit.expandedUPCE(bytes) {
        (kind, payload) = (.ean13, [UInt8(ascii: "0")] + expanded)
      }
    default:
      break
    }
    return [kind.rawValue] + payload + (traits.addOn.map { [0] + Array($0.utf8) } ?? [])
  }

  /// A hash that is equal for codes with the same canonical form and usually differs for others: made from the
  /// symbology and the last eight bytes.
  public var canonicalHash: UInt64 {
    let isRetail = symbology == .upcA || symbology == .upcE
    let payload = symbology == .upcE ? CheckDigit.expandedUPCE(bytes) ?? bytes : bytes
    let kind = (isRetail ? Symbology.ean13 : symbology).rawValue
    return UInt64(bigEndian: payload.suffix(8)) ^ UInt64(kind) << 56
  }
}
